import { describe, expect, it } from 'vitest'
import { extract } from '../../extract.ts'

function denied(text: string): boolean[] {
  return extract({ text, entities: [{ name: 'Zyntrix' }] }).mentions.map((mention) => mention.denied)
}

describe('a denial (a name that occurs only to say that it is unknown)', () => {
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
  ])('is not a mention in other languages: %s', (text) => {
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
  ])('is not found in other languages in statements about something else: %s', (text) => {
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

  it.each([
    'About Zyntrix I know too little to say anything useful.',
    "Zyntrix comes up in ads too, but I don't have reliable information on how it holds up.",
    'Zu **Zyntrix** liegen mir keine verlässlichen Informationen vor.',
    'Ob Zyntrix das kann, geht aus den Quellen nicht hervor.',
    'Zu Zyntrix fehlen mir belastbare Daten.',
    "Concernant Zyntrix, je n'ai pas d'information vérifiable.",
    'Sobre Zyntrix no dispongo de información contrastada.',
    'Su Zyntrix le fonti consultate non riportano condizioni aggiornate.',
    'Você citou também Zyntrix; não tenho dados recentes sobre ela.',
    'Over Zyntrix weet ik te weinig om er iets over te zeggen.',
    'Om Zyntrix har jag inga tillförlitliga uppgifter.',
    'Zyntrix kan jeg ikke vurdere, da jeg mangler oplysninger.',
    'Zyntrixについては情報が不足しているため、評価できません。',
  ])('includes sentences that start with the name and state that it is unknown: %s', (text) => {
    expect(denied(text)).toEqual([true])
  })

  it.each([
    "Zyntrix isn't an option here, because it does not ship to Ireland.",
    'You may see Zyntrix in older lists. It left the market, so that one is not an option.',
    'Zyntrix kommt hier nicht infrage, da der Anbieter nicht liefert.',
    "Zyntrix n'est plus une option depuis sa fermeture.",
    '¿Funciona con Zyntrix? No, esa entidad no participa.',
    'Zyntrix non è un’alternativa, perché non opera questa rotta.',
    'Zyntrix já não é opção, pois fechou.',
    'Zyntrix is hier geen optie.',
    'Zyntrix är inget alternativ här.',
    'Zyntrixは今回の条件では選択肢に入りません。',
  ])('includes names that are not an option: %s', (text) => {
    expect(denied(text)).toEqual([true])
  })

  it.each([
    'About Zyntrix I have no complaints.',
    'For small teams, Zyntrix is great and I know of no better data tool.',
    'Skipping Zyntrix is not an option for large teams.',
    'Bei Zyntrix habe ich keine Nachteile gefunden.',
    'Von Zyntrix rate ich ab, weil es keine Daten exportiert.',
    'Sobre Zyntrix no tengo quejas.',
    'Zyntrix sparar inga uppgifter om dig, vilket jag gillar.',
    'Zyntrixについては不満がありません。',
  ])('is not found in sentences that start with the name and state something else: %s', (text) => {
    expect(denied(text)).toEqual([false])
  })

  it('of one brand does not affect another in the same sentence', () => {
    const { entities } = extract({
      text: 'Zyntrix is not an option here; Acme delivers.',
      entities: [{ name: 'Zyntrix' }, { name: 'Acme' }],
    })
    expect(entities.map((entity) => entity.denied)).toEqual([true, false])
  })

  it('includes following guesses and questions', () => {
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
