import type { Database } from '../../infra/database.ts'
import type { Observation } from '../results/observation.ts'

/** In what two readings of one answer differ. */
export type ReadingChange =
  | 'mention_gained'
  | 'mention_lost'
  | 'position'
  | 'sentiment'
  | 'recommendation_gained'
  | 'recommendation_lost'
  | 'competitors'
  | 'citations'

/** Two readings of a run: how many answers were read both times, how many are told otherwise, and in what. */
export type ReadingChanges = Record<ReadingChange | 'answers' | 'changed', number>

/** What of an answer is told otherwise than before; nothing where it was not read before. */
export function changesBetween(before: Observation | null, after: Observation): ReadingChange[] {
  if (!before) return []
  const changes: ReadingChange[] = []
  if (before.brand.mentioned !== after.brand.mentioned)
    changes.push(after.brand.mentioned ? 'mention_gained' : 'mention_lost')
  if (before.brand.position !== after.brand.position) changes.push('position')
  if (before.sentiment.label !== after.sentiment.label) changes.push('sentiment')
  if (before.recommendation.recommended !== after.recommendation.recommended)
    changes.push(after.recommendation.recommended ? 'recommendation_gained' : 'recommendation_lost')
  if (namedIn(before) !== namedIn(after)) changes.push('competitors')
  if (sourcesOf(before) !== sourcesOf(after)) changes.push('citations')
  return changes
}

function namedIn({ competitors }: Observation): string {
  const named = competitors.filter(({ mentioned }) => mentioned).map(({ id }) => id)
  return named.toSorted().join()
}

function sourcesOf({ citations }: Observation): string {
  return JSON.stringify(
    citations.map(({ url, kind, owner, competitorId }) => [url, kind, owner, competitorId]),
  )
}

const COUNTED = {
  mention_gained: true,
  mention_lost: true,
  position: true,
  sentiment: true,
  recommendation_gained: true,
  recommendation_lost: true,
  competitors: true,
  citations: true,
} satisfies Record<ReadingChange, true>

const COUNTS = Object.keys(COUNTED)
  .map((change) => `count(*) FILTER (WHERE '${change}' = ANY(changed))::int AS ${change}`)
  .join(', ')

/** Counts what a re-extraction has read by how it differs from the reading before. */
export async function countChanges(database: Database, reextractionId: string): Promise<ReadingChanges> {
  const { rows } = await database.pool.query<ReadingChanges>({
    name: 'count-reading-changes',
    text: `SELECT count(*)::int AS answers, count(*) FILTER (WHERE changed <> '{}')::int AS changed, ${COUNTS}
           FROM reextracted_result WHERE reextraction_id = $1`,
    values: [reextractionId],
  })
  const [counts] = rows
  if (!counts) throw new Error('a count always gives a row')
  return counts
}
