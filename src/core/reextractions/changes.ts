import type { Database } from '../../infra/database.ts'
import type { Observation } from '../observations/observation.ts'
import type { ShownStatus } from '../results/definition.ts'

/** A kind of difference between two extractions of the same response. */
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
  | 'placements'

/**
 * Comparison of two extractions of a run: number of responses (`answers`), number of responses that differ (`changed`),
 * and number of responses with each kind of difference.
 */
export type ExtractionChanges = Record<ExtractionChange | 'answers' | 'changed', number>

/** The compared fields of an extraction. */
interface Compared {
  status: ShownStatus
  text: string | null
  observation: Observation | null
}

/** Returns the differences between two extractions of the same response. */
export function changesBetween(before: Compared, after: Compared): ExtractionChange[] {
  // A failed response had no answer to compare.
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
  // `recommended` is null in observations that do not cover recommendations; treat null as false.
  const isRecommended = after.recommendation.recommended === true
  if ((before.recommendation.recommended === true) !== isRecommended)
    changes.push(isRecommended ? 'recommendation_gained' : 'recommendation_lost')
  if (namedIn(before) !== namedIn(after)) changes.push('competitors')
  if (sourcesOf(before) !== sourcesOf(after)) changes.push('citations')
  if (cardsOf(before) !== cardsOf(after)) changes.push('placements')
  return changes
}

function namedIn({ competitors }: Observation): string {
  const named = competitors.filter(({ mentioned }) => mentioned).map(({ id }) => id)
  return named.toSorted().join()
}

function cardsOf({ placements }: Observation): string {
  return JSON.stringify((placements ?? []).map(({ kind, title, entityIds }) => [kind, title, entityIds]))
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
  placements: true,
} satisfies Record<ExtractionChange, true>

const COUNT_COLUMNS = Object.keys(ALL_CHANGES)
  .map((change) => `count(*) FILTER (WHERE '${change}' = ANY(changed))::int AS ${change}`)
  .join(', ')

/** Counts for re-extractions by earlier versions, which did not record these changes. */
export const CHANGES_UNKNOWN = {
  recovered: 0,
  status: 0,
  answer: 0,
  placements: 0,
} satisfies Partial<ExtractionChanges>

/** Counts the responses of a re-extraction by how they differ from the previous extraction. */
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
