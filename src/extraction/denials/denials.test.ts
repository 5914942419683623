import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'

function denied(text: string): boolean[] {
  return extract({ text, entities: [{ name: 'Zyntrix' }] }).mentions.map((mention) => mention.denied)
}

describe('a denial (a name given only to say that nothing is known of it)', () => {
  it.each([
    'I found no information about Zyntrix.',
    "I'm not aware of Zyntrix.",
    "I'm not aware of a company called Zyntrix.",
    "I couldn't find anything on Zyntrix.",
    'I was unable to find any reliable information on “Zyntrix”.',
    'There is no record of a brand named Zyntrix.',
    "I don't have any specific details about Zyntrix.",
    "I've never heard of Zyntrix.",
    "Zyntrix doesn't appear to exist.",
    'Zyntrix is not a recognized brand.',
    'Zyntrix could not be found.',
    'I am unfamiliar with Zyntrix.'.replace('I am', "I'm"),
  ])('is not a mention: %s', (text) => {
    expect(denied(text)).toEqual([true])
  })

  it.each([
    'Jeg kunne ikke finde nogen oplysninger om Zyntrix.',
    'Der er ingen pålidelige informationer om virksomheden Zyntrix.',
    'Jeg kender ikke Zyntrix.',
    'Jeg har ikke kendskab til et mærke ved navn Zyntrix.',
    'Zyntrix er ikke et kendt mærke.',
    'Zyntrix findes ikke.',
    'Ich konnte keine Informationen über Zyntrix finden.',
    'Ich kenne Zyntrix nicht.',
    'Zyntrix ist mir nicht bekannt.',
    'Zyntrix ist keine bekannte Marke.',
    'Zyntrix existiert nicht.',
    "Je n'ai trouvé aucune information sur Zyntrix.",
    'Je ne connais pas Zyntrix.',
    "Zyntrix n'existe pas.",
    "Zyntrix n'est pas une marque connue.",
    'No encontré información sobre Zyntrix.',
    'No tengo información fiable sobre la empresa Zyntrix.',
    'No conozco Zyntrix.',
    'Zyntrix no existe.',
    'Jag hittade inga uppgifter om Zyntrix.',
  ])('is not a mention in other languages either: %s', (text) => {
    expect(denied(text)).toEqual([true])
  })

  it.each([
    'Jeg kunne ikke finde nogen fejl ved Zyntrix.',
    'Jeg fandt ingen oplysninger om Zyntrix’ priser.',
    'Zyntrix findes ikke i Norge.',
    'Zyntrix er ikke dyrt, og jeg kender mange, der bruger det.',
    'Ich konnte keinen besseren Anbieter als Zyntrix finden.',
    'Zyntrix ist nicht teuer und sehr bekannt.',
    "Je n'ai trouvé aucun défaut à Zyntrix.",
    'No encontré ningún fallo en Zyntrix.',
  ])('is not found in other languages where something else is said: %s', (text) => {
    expect(denied(text)).toEqual([false])
  })

  it.each([
    "I couldn't find any issues with Zyntrix.",
    "I don't have current pricing information for Zyntrix.",
    'I found no evidence that Zyntrix is unsafe.',
    "There is no information about Zyntrix's revenue.",
    'You cannot find a better tool than Zyntrix.',
    "I'm not aware of Zyntrix offering a discount.",
    'No company has grown faster than Zyntrix.',
    'Zyntrix is not aware of the issue.',
  ])('is not found in statements about something else: %s', (text) => {
    expect(denied(text)).toEqual([false])
  })

  it('covers the guesses and questions that follow it', () => {
    const text =
      "I couldn't find Zyntrix. It is possible that Zyntrix is new. Can you tell me more about Zyntrix?"
    const { mentions, entities } = extract({ text, entities: [{ name: 'Zyntrix' }] })
    expect(mentions.every((mention) => mention.denied)).toBe(true)
    expect(entities[0]).toMatchObject({
      mentioned: false,
      denied: true,
      mentionCount: 0,
      position: null,
      firstOffset: null,
    })
  })

  it('affects only the names it is about', () => {
    const text = "I'm not aware of Zyntrix or Foozle, but Acme is excellent."
    const { entities } = extract({
      text,
      entities: [{ name: 'Zyntrix' }, { name: 'Foozle' }, { name: 'Acme' }],
    })
    expect(entities.map((entity) => entity.denied)).toEqual([true, true, false])
    expect(entities[2]).toMatchObject({ mentioned: true, position: 1 })
  })
})
