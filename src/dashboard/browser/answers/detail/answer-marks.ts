import { type Answer, brandOf } from '../model/answer.ts'
import { STRENGTHS } from '../model/words.ts'
import type { Mark } from '../text/marks.ts'

const SPEAKS = { POSITIVE: 'Positive about', NEGATIVE: 'Negative about', NEUTRAL: 'Neutral about' } as const

/**
 * Returns the marks of an answer: brand names at the positions counted by the server, the passages that labels are
 * based on, and the citations.
 * @param prefix makes the ids of marks unique on the page
 */
export function marksOf(answer: Answer, prefix: string): Mark[] {
  const { brand, competitors, citations } = answer
  const name = brandOf(answer)
  const evidence = brand?.recommendation.evidence
  const strength = brand?.recommendation.strength
  return [
    ...(brand?.spans ?? []).map(({ start, end }, index): Mark => {
      return { kind: 'name', id: `${prefix}brand-${index}`, entityId: 'brand', name, start, end }
    }),
    ...(competitors ?? []).flatMap((competitor) =>
      (competitor.spans ?? []).map(({ start, end }, index): Mark => {
        const { competitorId: entityId, name: named } = competitor
        return { kind: 'name', id: `${prefix}${entityId}-${index}`, entityId, name: named, start, end }
      }),
    ),
    ...(brand?.sentiment.evidence ?? []).map(({ start, end, label }, index): Mark => {
      return {
        kind: 'evidence',
        id: `${prefix}opinion-${index}`,
        note: `${SPEAKS[label]} ${name}`,
        start,
        end,
      }
    }),
    ...(evidence && strength
      ? [
          {
            kind: 'evidence',
            id: `${prefix}recommendation`,
            note: `Why ${name} counts as “${STRENGTHS[strength]}”`,
            start: evidence.start,
            end: evidence.end,
          } as const,
        ]
      : []),
    ...(citations ?? []).flatMap(({ spans, position, url, title }) =>
      (spans ?? []).map(({ start, end }, index): Mark => {
        return {
          kind: 'citation',
          id: `${prefix}source-${position}-${index}`,
          position,
          url,
          title,
          start,
          end,
        }
      }),
    ),
  ]
}
