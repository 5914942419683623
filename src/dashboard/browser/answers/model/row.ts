import { ordinal } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { NO_ANSWER, SENTIMENTS, STRENGTHS } from './words.ts'

/** Fields of an answer shown in the list. */
export const ANSWER_ROW = graphql(`
  fragment AnswerRow on AnalysisResult @_unmask {
    id
    databaseId
    promptText
    promptId
    status
    location
    persona
    replicate
    simulated
    provider {
      id
      token
      label
    }
    brand {
      mentioned
      denied
      position
      sentiment {
        label
        reason
      }
      recommendation {
        recommended
        strength
        rank
        listSize
      }
    }
    competitors {
      competitorId
      name
      mentioned
      position
      sentiment {
        label
        reason
      }
      recommendation {
        recommended
        rank
      }
    }
  }
`)

export type AnswerRow = ResultOf<typeof ANSWER_ROW>

/**
 * Summarizes what an answer says about a brand in a few words, the most important first.
 * @param entityId `brand` or the id of a competitor
 */
export function saidOf(row: AnswerRow, entityId: string): string[] {
  if (row.status !== 'OK') return [NO_ANSWER[row.status]]
  return entityId === 'brand' ? saidOfBrand(row) : saidOfCompetitor(row, entityId)
}

function saidOfBrand({ brand, competitors }: AnswerRow): string[] {
  if (!brand?.mentioned) {
    const others = (competitors ?? []).filter(({ mentioned }) => mentioned).toSorted(byPosition)
    return [brand?.denied ? 'unknown' : 'not mentioned', others.map(({ name }) => name).join(', ')].filter(
      Boolean,
    )
  }
  const { rank, listSize, strength } = brand.recommendation
  const { label, reason } = brand.sentiment
  return [
    placeOf(rank, listSize),
    reason ? 'sentiment not analyzed' : joined(label && SENTIMENTS[label], strength && STRENGTHS[strength]),
  ].filter(Boolean)
}

function saidOfCompetitor({ competitors }: AnswerRow, entityId: string): string[] {
  const competitor = competitors?.find(({ competitorId }) => competitorId === entityId)
  if (!competitor?.mentioned) return ['not mentioned']
  const { rank, recommended } = competitor.recommendation
  const { label, reason } = competitor.sentiment
  const opinion = joined(label && SENTIMENTS[label], recommended && 'recommended')
  return [placeOf(rank, null), opinion || (reason ? 'sentiment not analyzed' : '')].filter(Boolean)
}

/** Joins the non-empty parts with dots. */
export function joined(...parts: readonly (string | false | 0 | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** Returns the position in the list of recommendations; `mentioned` for a mention outside the list. */
function placeOf(rank: number | null, listSize: number | null): string {
  if (rank === null) return 'mentioned'
  return listSize === null ? ordinal(rank) : `${ordinal(rank)} of ${listSize}`
}

/** Compares by order of first mention. */
export function byPosition(a: { position: number | null }, b: { position: number | null }): number {
  return (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY)
}
