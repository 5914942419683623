import type { Database } from '../../infra/database.ts'
import type { Observation } from '../observations/observation.ts'

/** A difference between two extractions of one answer. */
export type ExtractionChange =
  | 'mention_gained'
  | 'mention_lost'
  | 'position'
  | 'sentiment'
  | 'recommendation_gained'
  | 'recommendation_lost'
  | 'competitors'
  | 'citations'

/** Two extractions of a run compared: the number of answers, of those that differ, and of those with each difference. */
export type ExtractionChanges = Record<ExtractionChange | 'answers' | 'changed', number>

/** The differences between two extractions of one answer; none without an earlier one. */
export function changesBetween(before: Observation | null, after: Observation): ExtractionChange[] {
  if (!before) return []
  const changes: ExtractionChange[] = []
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

const ALL_CHANGES = {
  mention_gained: true,
  mention_lost: true,
  position: true,
  sentiment: true,
  recommendation_gained: true,
  recommendation_lost: true,
  competitors: true,
  citations: true,
} satisfies Record<ExtractionChange, true>

const COUNT_COLUMNS = Object.keys(ALL_CHANGES)
  .map((change) => `count(*) FILTER (WHERE '${change}' = ANY(changed))::int AS ${change}`)
  .join(', ')

/** Counts the answers of a re-extraction, by how they differ from the extraction before it. */
export async function countChanges(database: Database, reextractionId: string): Promise<ExtractionChanges> {
  const { rows } = await database.pool.query<ExtractionChanges>({
    name: 'count-extraction-changes',
    text: `SELECT count(*)::int AS answers, count(*) FILTER (WHERE changed <> '{}')::int AS changed, ${COUNT_COLUMNS}
           FROM reextracted_result WHERE reextraction_id = $1`,
    values: [reextractionId],
  })
  const [counts] = rows
  if (!counts) throw new Error('a count returned no row')
  return counts
}
