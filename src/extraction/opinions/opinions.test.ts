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

describe('opinions of a passage', () => {
  it('include criticism if a fact implies a fault', () => {
    const { praise, fault } = read(
      'The app logs you out in the middle of a transfer, and nobody answers the phone.',
    )
    expect(fault).toBeGreaterThan(0.7)
    expect(praise).toBeLessThan(0.4)
  })

  it('include praise if a fact implies a merit', () => {
    const { praise, fault } = read('Refunds arrive the next morning without a single question.')
    expect(praise).toBeGreaterThan(0.6)
    expect(fault).toBeLessThan(0.5)
  })

  it('distinguish a recommendation from advice against', () => {
    const recommended = read("If you cook for one, that's the one I'd buy.")
    const discouraged = read("I'd skip it and look elsewhere.")
    expect(recommended.for).toBeGreaterThan(0.6)
    expect(recommended.against).toBeLessThan(0.3)
    expect(discouraged.against).toBeGreaterThan(0.6)
    expect(discouraged.for).toBeLessThan(0.3)
  })

  it('are all unlikely in a neutral statement', () => {
    for (const probability of Object.values(read('The plan costs 12 euros per user and month.')))
      expect(probability).toBeLessThan(0.4)
  })
})

it('a span that covers a whole passage has the opinions of the passage', () => {
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

it('phrases are words and pairs of words without Markdown characters', () => {
  expect(phrasesOf("it's **slow**")).toEqual(phrasesOf("it's slow"))
  expect(phrasesOf('12 users')).toEqual(phrasesOf('4 users'))
  expect(phrasesOf('not slow')).toHaveLength(3)
  expect(phrasesOf('遅い')).toHaveLength(3)
})

it('a model survives a round trip through its format', () => {
  const model = shippedOpinionModel()
  const again = unpackOpinionModel(packOpinionModel(model))
  expect(again.phrases.hashes).toEqual(model.phrases.hashes)
  expect(again.weights).toEqual(model.weights)
  expect(again.biases).toHaveLength(OPINIONS.length)
  expect(again).toMatchObject({ scale: model.scale, biases: model.biases })
})
