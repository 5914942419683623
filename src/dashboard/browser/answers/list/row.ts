import { ordinal } from '../../figures/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { NO_ANSWER, SENTIMENTS, STRENGTHS } from '../words.ts'

/** What the list shows of an answer. */
export const ANSWER_ROW = graphql(`
  fragment AnswerRow on AnalysisResult @_unmask {
    id
    databaseId
    prompt
    status
    location
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
    }
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
    competitors {
      competitorId
      name
      mentioned
      position
      sentimentLabel
      recommended
      rank
    }
  }
`)

/** An answer in the list. */
export type AnswerRow = ResultOf<typeof ANSWER_ROW>

/**
 * What an answer says of a brand in a few words, the most important first.
 * @param entityId `brand` or the id of a competitor
 */
export function saidOf(row: AnswerRow, entityId: string): string[] {
  if (row.status !== 'OK') return [NO_ANSWER[row.status]]
  return entityId === 'brand' ? saidOfBrand(row) : saidOfCompetitor(row, entityId)
}

function saidOfBrand({ brand, sentiment, recommendation, competitors }: AnswerRow): string[] {
  if (!brand?.mentioned) {
    const others = (competitors ?? []).filter(({ mentioned }) => mentioned).toSorted(byPosition)
    return [brand?.denied ? 'denied' : 'not named', others.map(({ name }) => name).join(', ')].filter(Boolean)
  }
  const { rank = null, listSize = null, strength = null } = recommendation ?? {}
  const label = sentiment?.label
  return [
    placeOf(rank, listSize),
    sentiment?.reason
      ? 'opinion not read'
      : joined(label && SENTIMENTS[label], strength && STRENGTHS[strength]),
  ].filter(Boolean)
}

function saidOfCompetitor({ competitors, sentiment }: AnswerRow, entityId: string): string[] {
  const found = competitors?.find(({ competitorId }) => competitorId === entityId)
  if (!found?.mentioned) return ['not named']
  const { rank, sentimentLabel: label, recommended } = found
  const opinion = joined(label && SENTIMENTS[label], recommended && 'recommended')
  return [placeOf(rank, null), opinion || (sentiment?.reason ? 'opinion not read' : '')].filter(Boolean)
}

/** Facts in one line. */
export function joined(...parts: readonly (string | false | 0 | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** A place in the list with which an answer answers the question; `named` outside of it. */
function placeOf(rank: number | null, listSize: number | null): string {
  if (rank === null) return 'named'
  return listSize === null ? ordinal(rank) : `${ordinal(rank)} of ${listSize}`
}

/** In the order of first mention. */
export function byPosition(a: { position: number | null }, b: { position: number | null }): number {
  return (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY)
}
