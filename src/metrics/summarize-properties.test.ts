import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rate } from './definitions.ts'
import type { MetricsInput } from './metrics-input.ts'
import { answer, mention, source } from './sample-answers.ts'
import { summarize } from './summarize.ts'

const ENTITIES = [
  { id: 'brand', name: 'Taskfern' },
  { id: 'b', name: 'Boardly' },
  { id: 'c', name: 'Quillstack' },
]

const counts = ({ numerator, denominator }: Rate) => [numerator, denominator]
const prompt = (branded: boolean) => ({ text: 'Question?', tags: [], branded })

const anyMention = fc
  .record({
    mentions: fc.integer({ min: 0, max: 4 }),
    tones: fc.integer({ min: 0, max: 4 }),
    prominence: fc.double({ min: 0, max: 1, noNaN: true }),
    recommended: fc.boolean(),
  })
  .map(({ mentions, tones, prominence, recommended }) => {
    if (mentions === 0) return mention()
    const positive = Math.min(tones, mentions)
    return mention({
      mentioned: true,
      mentions,
      prominence,
      sentiment: (2 * positive - mentions) / mentions,
      tones: { positive, neutral: 0, negative: mentions - positive },
      recommended,
      strength: recommended ? 'among' : 'mentioned_only',
    })
  })
const anyAnswer = fc
  .record({
    status: fc.constantFrom(
      'ok' as const,
      'ok' as const,
      'ok' as const,
      'refused' as const,
      'not_shown' as const,
    ),
    prompt: fc.nat({ max: 5 }),
    provider: fc.constantFrom('p', 'q'),
    entities: fc.array(anyMention, { minLength: 3, maxLength: 3 }),
    sources: fc.array(
      fc
        .record({
          domain: fc.constantFrom('a.example', 'b.example', 'd.example'),
          entity: fc.constantFrom(null, 0, 1),
          cited: fc.boolean(),
        })
        .map(({ domain, entity, cited }) => source(domain, entity, cited)),
      { maxLength: 4 },
    ),
  })
  .map(({ entities, ...given }) => {
    let position = 0
    const placed = entities.map((seen) => {
      position += seen.mentioned ? 1 : 0
      return seen.mentioned ? { ...seen, position } : seen
    })
    return answer({ ...given, entities: given.status === 'ok' ? placed : [] })
  })
const anyBatch = fc.array(anyAnswer, { maxLength: 30 }).map(
  (answers): MetricsInput => ({
    entities: ENTITIES,
    prompts: Array.from({ length: 6 }, (_, n) => prompt(n % 3 === 0)),
    answers,
  }),
)

function ratesIn(value: unknown): Rate[] {
  if (typeof value !== 'object' || value === null) return []
  if ('numerator' in value) return [value as Rate]
  return Object.values(value).flatMap(ratesIn)
}

describe('the summary of any batch', () => {
  it('has rates within their intervals and intervals within 0…1, and null for a denominator of 0', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        for (const { value, numerator, denominator, low, high } of ratesIn(summarize(batch))) {
          expect(numerator).toBeLessThanOrEqual(denominator)
          if (denominator === 0) expect([value, low, high]).toEqual([null, null, null])
          else {
            expect(value).toBe(numerator / denominator)
            expect(low).toBeGreaterThanOrEqual(0)
            expect(low).toBeLessThanOrEqual(value ?? -1)
            expect(high).toBeGreaterThanOrEqual(value ?? 2)
            expect(high).toBeLessThanOrEqual(1)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('has means within their intervals and intervals within the possible values, and no interval for a single answer', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        for (const {
          averagePosition,
          positionMean,
          positions,
          mentionRate,
          sentiment,
          sentimentMean,
        } of summarize(batch).entities) {
          expect([positionMean.value, positions.average]).toEqual([averagePosition, averagePosition])
          expect(positionMean.answers).toBe(mentionRate.numerator)
          expect(sentimentMean.value).toBe(sentiment)
          expect(sentimentMean.answers).toBe(mentionRate.numerator)
          for (const { value, low, high, least, most } of [
            { ...positionMean, least: 1, most: ENTITIES.length },
            { ...sentimentMean, least: -1, most: 1 },
          ]) {
            if (value === null || mentionRate.numerator < 2) {
              expect([low, high]).toEqual([null, null])
              continue
            }
            expect(low).toBeGreaterThanOrEqual(least)
            expect(low).toBeLessThanOrEqual(value)
            expect(high).toBeGreaterThanOrEqual(value)
            expect(high).toBeLessThanOrEqual(most)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('counts no answer as both praise and criticism', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        for (const { praiseRate, criticismRate, mentionRate } of summarize(batch).entities) {
          expect(praiseRate.denominator).toBe(mentionRate.numerator)
          expect(praiseRate.numerator + criticismRate.numerator).toBeLessThanOrEqual(mentionRate.numerator)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('has shares that add up to 1, histograms that add up to the answers with a mention, and absences that add up to all answers', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        const { entities, sources, absence, results, sample } = summarize(batch)
        const total = (shares: Rate[]) => shares.reduce((before, { value }) => before + (value ?? 0), 0)
        for (const shares of [
          entities.map(({ shareOfVoice }) => shareOfVoice),
          entities.map(({ shareOfMentions }) => shareOfMentions),
          entities.map(({ recommendations }) => recommendations.share),
          sources.owners.map(({ share }) => share),
          sources.domains.map(({ share }) => share),
        ]) {
          if (shares[0]?.denominator) expect(total(shares)).toBeCloseTo(1, 9)
        }
        for (const { positions, mentionRate, recommendations, sentiment } of entities) {
          const answers = positions.histogram.reduce((before, place) => before + place.answers, 0)
          expect(answers).toBe(mentionRate.numerator)
          expect(answers + positions.absent).toBe(sample.answers)
          expect(Object.values(recommendations.strengths).reduce((a, b) => a + b)).toBe(answers)
          if (sentiment !== null) expect(Math.abs(sentiment)).toBeLessThanOrEqual(1)
        }
        const [brand] = entities
        expect(
          absence.notNamed.numerator + absence.denied.numerator + (brand?.mentionRate.numerator ?? 0),
        ).toBe(results.ok)
      }),
      { numRuns: 60 },
    )
  })

  it('does not depend on the order of answers, and an additional entity does not change the rates of the others', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        const countsOf = (of: MetricsInput) => ratesIn(summarize(of)).map(counts)
        expect(countsOf({ ...batch, answers: batch.answers.toReversed() })).toEqual(countsOf(batch))
        const fewer = summarize({
          ...batch,
          entities: ENTITIES.slice(0, 2),
          answers: batch.answers.map((answer) => ({ ...answer, entities: answer.entities.slice(0, 2) })),
        })
        const { mentionRate, agreement, citationRate, prominence } = summarize(batch)
        expect(fewer).toMatchObject({ mentionRate, agreement, citationRate, prominence })
      }),
      { numRuns: 40 },
    )
  })
})
