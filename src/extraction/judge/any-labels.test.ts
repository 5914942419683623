import fc from 'fast-check'
import { expect, it } from 'vitest'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { MENTION_SENTIMENT_LABELS, RECOMMENDATION_STRENGTHS } from '../../definitions/vocabulary.ts'
import { extract } from '../extract.ts'
import type { Extraction } from '../foundation/observation.ts'
import { labelOf } from '../opinions/sentiment/sentiment.ts'
import { applyLabels } from './labels.ts'
import { JUDGED_THEMES } from './prompt.ts'
import { prepareJudgeRequest, readJudgeLabels } from './request.ts'

const entities = [{ name: 'Acme', aliases: ['Acme Cloud'] }, { name: 'Globex' }, { name: 'Initech' }]
const piece = fc.oneof(
  fc.constantFrom(
    'Acme',
    ' Globex',
    'acme cloud',
    '\n1. ',
    ' is the best. ',
    '⟦1:',
    '⟧',
    '"}',
    '{',
    ' I know nothing of Initech. ',
    ' is affordable but slow. ',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
const id = fc.oneof(fc.integer({ min: -1, max: 12 }), fc.jsonValue())
const verdict = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .record({
      mentions: fc.array(
        fc.record({ id, sentiment: fc.constantFrom(...valuesOf(MENTION_SENTIMENT_LABELS), 'none') }),
      ),
      brands: fc.array(
        fc.record({ id, strength: fc.constantFrom(...valuesOf(RECOMMENDATION_STRENGTHS), 1) }),
      ),
    })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      mentions: fc.array(
        fc.record({
          id: fc.integer({ min: 0, max: 9 }),
          sentiment: fc.constantFrom(...valuesOf(MENTION_SENTIMENT_LABELS)),
        }),
      ),
      brands: fc.array(
        fc.record({
          id: fc.integer({ min: 0, max: 4 }),
          strength: fc.constantFrom(...valuesOf(RECOMMENDATION_STRENGTHS)),
        }),
      ),
      opinions: fc.array(
        fc.record({
          id,
          theme: fc.constantFrom(...JUDGED_THEMES, 'none'),
          label: fc.constantFrom(...valuesOf(MENTION_SENTIMENT_LABELS)),
        }),
      ),
    })
    .map((value) => JSON.stringify(value)),
)

/** Returns an extraction without the fields that a judge can change. */
function withoutJudgedFields({ mentions, entities, themes, ...rest }: Extraction) {
  return {
    ...rest,
    mentions: mentions.map(({ sentiment, score, ...mention }) => mention),
    entities: entities.map(
      ({
        sentiment,
        recommendation: { strength, recommended, reason, probability, ...place },
        ...entity
      }) => ({
        ...entity,
        place,
      }),
    ),
  }
}

it('any judge answer keeps the mentions, and labels, scores and sums stay consistent', () => {
  let applied = 0
  fc.assert(
    fc.property(text, verdict, (text, answer) => {
      const extraction = extract({ text, entities })
      const request = prepareJudgeRequest(text, extraction)
      const labels = request && readJudgeLabels(answer, request)
      const judged = labels && applyLabels(extraction, labels)
      if (!judged) return
      applied += 1
      expect(withoutJudgedFields(judged.extraction)).toEqual(withoutJudgedFields(extraction))
      expect(judged.agreed).toBeLessThanOrEqual(judged.judged)
      expect(judged.themesAgreed).toBeLessThanOrEqual(judged.themesJudged)
      const placesOf = ({ themes }: Extraction) => themes.map(({ theme, label, ...place }) => place)
      expect(placesOf(extraction)).toEqual(expect.arrayContaining(placesOf(judged.extraction)))
      judged.extraction.mentions.forEach((mention, index) => {
        expect(mention.score === null ? null : labelOf(mention.score)).toBe(mention.sentiment)
        if (mention.denied) expect(mention).toEqual(extraction.mentions[index])
      })
      judged.extraction.entities.forEach(({ mentioned, mentionCount, sentiment, recommendation }) => {
        const { positive, neutral, negative } = sentiment
        // In an unsupported language, only the judge's labels count.
        if (extraction.language.read) expect(positive + neutral + negative).toBe(mentionCount)
        else expect(sentiment.reason === null).toBe(sentiment.label !== null)
        const { strength, recommended, reason } = recommendation
        expect(strength === null).toBe(!mentioned || reason !== null)
        const isRecommended = strength !== null && !['discouraged', 'mentioned_only'].includes(strength)
        expect(recommended).toBe(reason === null ? isRecommended : null)
      })
      expect(applyLabels(extraction, labels)).toEqual(judged)
    }),
    { numRuns: 1_000 },
  )
  expect(applied).toBeGreaterThan(0)
})
