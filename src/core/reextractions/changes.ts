import type { Database } from '../../infra/database.ts'
import type { Observation } from '../observations/observation.ts'
import type { ShownStatus } from '../results/definition.ts'

/** A difference between two readings of one response. */
export type ExtractionChange =
  | 'recovered'
  | 'status'
  | 'answer'
  | 'mention_gained'
  | 'mention_lost'
  | 'position'
  | 'sentiment'
  | 'recommendation_gained'
  | 'recommendation_lost'
  | 'competitors'
  | 'citations'

/** Two extractions of a run compared: the number of responses read, of those that differ, and of those with each difference. */
export type ExtractionChanges = Record<ExtractionChange | 'answers' | 'changed', number>

/** What is compared of two readings. */
interface Compared {
  status: ShownStatus
  text: string | null
  observation: Observation | null
}

/** The differences between two readings of one response. */
export function changesBetween(before: Compared, after: Compared): ExtractionChange[] {
  // It had not been read at all.
  if (before.status === 'failed') return after.status === 'failed' ? [] : ['recovered']
  const changes: ExtractionChange[] = []
  if (before.status !== after.status) changes.push('status')
  if (before.text !== after.text) changes.push('answer')
  if (!before.observation || !after.observation) return changes
  return [...changes, ...observedChanges(before.observation, after.observation)]
}

function observedChanges(before: Observation, after: Observation): ExtractionChange[] {
  const changes: ExtractionChange[] = []
  if (before.brand.mentioned !== after.brand.mentioned)
    changes.push(after.brand.mentioned ? 'mention_gained' : 'mention_lost')
  if (before.brand.position !== after.brand.position) changes.push('position')
  if (before.sentiment.label !== after.sentiment.label) changes.push('sentiment')
  // An answer that is not read for it says nothing about a recommendation.
  const isRecommended = after.recommendation.recommended === true
  if ((before.recommendation.recommended === true) !== isRecommended)
    changes.push(isRecommended ? 'recommendation_gained' : 'recommendation_lost')
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
  recovered: true,
  status: true,
  answer: true,
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

/** Of re-extractions by versions that did not compare these. */
export const CHANGES_UNKNOWN = { recovered: 0, status: 0, answer: 0 } satisfies Partial<ExtractionChanges>

/** Counts the responses of a re-extraction, by how they differ from the reading before it. */
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
