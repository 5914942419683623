import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  OPINION_COUNT,
  OPINIONS,
  type Opinion,
  packOpinionModel,
  shippedOpinionModel,
  unpackOpinionModel,
} from './model.ts'
import { opinionsOf, readOpinions } from './opinions.ts'
import { eachPhrase } from './phrases.ts'

function read(passage: string): Record<Opinion, number> {
  const { passages } = readOpinions(passage.toLowerCase(), [{ start: 0, end: passage.length }])
  const [praise = 0, fault = 0, recommends = 0, against = 0] = passages
  return { praise, fault, for: recommends, against }
}

function phrasesOf(lower: string): number[] {
  const hashes: number[] = []
  eachPhrase(lower, 0, lower.length, (hash) => hashes.push(hash))
  return hashes
}

describe('a passage', () => {
  it('that implies a fault by a fact is read as criticism', () => {
    const { praise, fault } = read(
      'The app logs you out in the middle of a transfer, and nobody answers the phone.',
    )
    expect(fault).toBeGreaterThan(0.7)
    expect(praise).toBeLessThan(0.4)
  })

  it('that implies a merit by a fact is read as praise', () => {
    const { praise, fault } = read('Refunds arrive the next morning without a single question.')
    expect(praise).toBeGreaterThan(0.6)
    expect(fault).toBeLessThan(0.5)
  })

  it('that recommends is told from one that advises against', () => {
    const recommended = read("If you cook for one, that's the one I'd buy.")
    const discouraged = read("I'd skip it and look elsewhere.")
    expect(recommended.for).toBeGreaterThan(0.6)
    expect(recommended.against).toBeLessThan(0.3)
    expect(discouraged.against).toBeGreaterThan(0.6)
    expect(discouraged.for).toBeLessThan(0.3)
  })

  it('that evaluates nothing has no opinion', () => {
    for (const probability of Object.values(read('The plan costs 12 euros per user and month.')))
      expect(probability).toBeLessThan(0.4)
  })
})

it('the opinions of a part of a text are those of the part alone, where it is the whole passage', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z ,.!]{1,30}$/), { minLength: 1, maxLength: 6 }), (parts) => {
      let start = 0
      const spans = parts.map((part) => {
        const span = { start, end: start + part.length }
        start = span.end
        return span
      })
      const opinions = readOpinions(parts.join(''), spans)
      const found = new Float64Array(OPINION_COUNT)
      spans.forEach((span, index) => {
        opinionsOf(opinions, span, found)
        const passage = opinions.passages.slice(index * OPINION_COUNT, (index + 1) * OPINION_COUNT)
        for (const [opinion, probability] of passage.entries())
          expect(found[opinion]).toBeCloseTo(probability, 9)
      })
    }),
  )
})

it('phrases are the words and the pairs of words, without marks of Markdown', () => {
  expect(phrasesOf("it's **slow**")).toEqual(phrasesOf("it's slow"))
  expect(phrasesOf('12 users')).toEqual(phrasesOf('4 users'))
  expect(phrasesOf('not slow')).toHaveLength(3)
  expect(phrasesOf('遅い')).toHaveLength(3)
})

it('a model is read as it was written', () => {
  const model = shippedOpinionModel()
  const again = unpackOpinionModel(packOpinionModel(model))
  expect(again.phrases.hashes).toEqual(model.phrases.hashes)
  expect(again.weights).toEqual(model.weights)
  expect(again.biases).toHaveLength(OPINIONS.length)
  expect(again).toMatchObject({ scale: model.scale, biases: model.biases })
})
