import { describe, expect, it } from 'vitest'
import { extract } from '../../extract.ts'

function labels(text: string): string[] {
  const entities = ['Acme', 'Brio', 'Corvo'].map((name) => ({ name }))
  return extract({ text, entities }).mentions.map(
    (mention) => `${text.slice(mention.start, mention.end)} ${mention.sentiment}`,
  )
}

describe('sentiment of a mention', () => {
  it('comes from its own clause', () => {
    expect(labels('Acme is reliable, but Brio is buggy.')).toEqual(['Acme positive', 'Brio negative'])
    expect(labels('While Acme is expensive, Brio is excellent.')).toEqual(['Acme negative', 'Brio positive'])
  })

  it('is shared by names joined by "and" or commas', () => {
    expect(labels('Acme, Brio and Corvo are excellent.')).toEqual([
      'Acme positive',
      'Brio positive',
      'Corvo positive',
    ])
  })

  it('is reversed by negation', () => {
    expect(labels('Acme is not reliable and never fast.')).toEqual(['Acme negative'])
    expect(labels('Acme has no problems and no hidden fees.')).toEqual(['Acme positive'])
    expect(labels('Acme is not only fast but reliable.')).toEqual(['Acme positive'])
  })

  it('has opposite signs for the two sides of a comparison', () => {
    expect(labels('Acme is better than Brio.')).toEqual(['Acme positive', 'Brio negative'])
    expect(labels('Acme is slower than Brio.')).toEqual(['Acme negative', 'Brio positive'])
    expect(labels('Acme is less reliable than Brio.')).toEqual(['Acme negative', 'Brio positive'])
    expect(labels('Acme outperforms Brio.')).toEqual(['Acme positive', 'Brio negative'])
  })

  it('includes a description after a dash and the sentences of the same item', () => {
    expect(labels('- **Acme** – robust and intuitive')).toEqual(['Acme positive'])
    expect(labels('- **Acme**: A tool. Setup is painful and slow.')).toEqual(['Acme negative'])
  })

  it('is neutral for plain facts, questions and words inside a name', () => {
    expect(labels('Acme was founded in 1999.')).toEqual(['Acme neutral'])
    expect(labels('Is Acme really excellent?')).toEqual(['Acme neutral'])
    const { mentions } = extract({
      text: 'Best Buy sells Acme.',
      entities: [{ name: 'Best Buy' }, { name: 'Acme' }],
    })
    expect(mentions.map((mention) => mention.sentiment)).toEqual(['neutral', 'neutral'])
  })

  it('works for news and reviews', () => {
    expect(labels('Acme shares slump 7% as profit misses estimates')).toEqual(['Acme negative'])
    expect(labels('Acme gains 5% on record quarterly profit')).toEqual(['Acme positive'])
    expect(labels('Acme to hold its annual meeting in Mumbai on Tuesday')).toEqual(['Acme neutral'])
  })

  it('generalizes to words that are not in the training data but similar to known ones', () => {
    expect(labels('Acme did an admirable and commendable job.')).toEqual(['Acme positive'])
    expect(labels('The service at Acme was ghastly and incompetent.')).toEqual(['Acme negative'])
    expect(labels('Acme is shoddy and hideous.')).toEqual(['Acme negative'])
  })

  it('does not depend on the letter case of brands and ordinary nouns', () => {
    const text = 'At Acme the service was slow, but the soup was wonderful.'
    const scores = [text, text.toUpperCase(), text.toLowerCase()].map((written) =>
      extract({
        text: written,
        entities: ['Acme', 'service', 'soup'].map((name) => ({ name })),
      }).mentions.map(({ entity, score }) => [entity, score]),
    )
    expect(scores[0]).toHaveLength(3)
    expect(scores[1]).toEqual(scores[0])
    expect(scores[2]).toEqual(scores[0])
  })

  it('does not depend on the name itself', () => {
    const scores = ['Acme', 'Trump', 'Infosys', 'Sarah Palin'].map((name) => {
      const text = `The fans of ${name} were let down again, and the figures for May rose.`
      return extract({ text, entities: [{ name }] }).mentions[0]?.score
    })
    expect(new Set(scores).size).toBe(1)
  })

  it('is neutral in a language without training data', () => {
    expect(labels('Acme er en dårlig virksomhed og mælken smager af vand.')).toEqual(['Acme neutral'])
  })

  it('is summed over all mentions', () => {
    const { entities } = extract({
      text: 'Acme is great. Acme is great. Acme is awful. I use Acme.',
      entities: [{ name: 'Acme' }],
    })
    expect(entities[0]?.sentiment).toMatchObject({
      positive: 2,
      neutral: 1,
      negative: 1,
    })
  })
})
