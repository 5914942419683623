import type { Mark } from '../text/marks.ts'
import { STRENGTHS } from '../words.ts'
import { type Answer, brandOf } from './answer.ts'

const SPEAKS = { POSITIVE: 'Speaks for', NEGATIVE: 'Speaks against', NEUTRAL: 'Speaks of' } as const

/**
 * What is marked in an answer: where names stand, as the server has counted them; the words that labels rest on; and where it
 * refers to its sources.
 * @param prefix makes the ids of marks unique in the page
 */
export function marksOf(answer: Answer, prefix: string): Mark[] {
  const { brand, competitors, sentiment, recommendation, citations } = answer
  const name = brandOf(answer)
  const evidence = recommendation?.evidence
  const strength = recommendation?.strength
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
    ...(sentiment?.evidence ?? []).map(({ start, end, label }, index): Mark => {
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
