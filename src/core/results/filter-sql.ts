import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { providerFilter } from '../providers/filter.ts'
import type { ABSENCES } from './absence.ts'
import { type CheckedFilter, type ResultsFilter, resultsFilterSchema } from './filter.ts'
import { FINDING_PATTERNS } from './findings.ts'
import { findPromptOrdinals } from './prompt-ordinals.ts'
import { checkTracked } from './tracked-competitor.ts'

/**
 * Returns an SQL condition that selects the recorded results `r` of a run `of` that match the filter;
 * {@link conditions} returns its parameter values.
 *
 * Most conditions on the answer are JSON patterns that the observation must contain, so that PostgreSQL unpacks each
 * observation as rarely as possible. They are inside a CASE because of the query planner. It estimates that
 * such patterns match few rows, and would therefore read and sort a whole batch for a single page. For a CASE it
 * estimates that every other row matches. The texts of answers are read only if the filter searches them.
 */
export function matching({ q }: ResultsFilter): string {
  return `r.batch_id = of.id AND r.status <> 'pending' AND ($2::text IS NULL OR r.provider = $2)
    AND ($3::text IS NULL OR r.location = $3) AND r.status::text = ALL($4::text[])
    AND ($5::uuid[] IS NULL OR (r.batch_id, r.prompt_ordinal) IN (SELECT * FROM unnest($5::uuid[], $6::int[])))
    AND CASE WHEN ($12::boolean IS NULL OR r.mentioned = $12) AND ($13::text IS NULL OR r.sentiment = $13)
      AND r.observation @> ALL($7::jsonb[]) THEN true END
    AND ($8::text IS NULL OR EXISTS (
      SELECT FROM jsonb_array_elements(r.observation->'competitors') WITH ORDINALITY AS c (named, number)
      WHERE c.named->>'id' = $8
        AND (r.observation #>> ARRAY['details', 'competitors', (c.number - 1)::text, 'denied'])::boolean = $9))
    AND ($11::text IS NULL OR r.persona = $11)
    AND ($10::text IS NULL${q === undefined ? '' : SEARCHED})`
}

const SEARCHED = ` OR r.text ILIKE $10 OR (r.batch_id, r.prompt_ordinal) IN (
      SELECT q.batch_id, q.ordinal FROM batch_prompt q WHERE q.batch_id = ANY($1) AND q.text ILIKE $10)`

/** Number of values that {@link conditions} returns. */
export const CONDITION_COUNT = 13

/** Returns a part for statement names that differs whenever the SQL of {@link matching} differs. */
export function nameOf({ q }: ResultsFilter): string {
  return q === undefined ? 'any' : 'q'
}

/**
 * Returns the parameter values for {@link matching}.
 * @throws {AppError} BAD_REQUEST on a field of the filter; INVALID_PROVIDER
 */
export async function conditions(
  ctx: Ctx,
  batchIds: readonly VisibleBatchId[],
  filter: ResultsFilter,
): Promise<unknown[]> {
  const checked = parse(resultsFilterSchema, filter)
  const { location, status, absence, q } = checked
  const provider = providerFilter(ctx, checked.provider)
  const competitor = await competitorOf(ctx, batchIds, checked)
  const promptId = checked.promptId && (await promptIdIn(ctx, batchIds, checked.promptId))
  const prompts = await findPromptOrdinals(ctx, batchIds, { ...checked, promptId })
  const denied = competitor === null ? undefined : absence && DENIED[absence]
  return [
    batchIds,
    provider,
    location ?? null,
    [status, absence && STATUSES[absence]].filter((wanted) => wanted !== undefined),
    prompts?.map(({ batchId }) => batchId) ?? null,
    prompts?.map(({ ordinal }) => ordinal) ?? null,
    patternsOf(checked, competitor).map((pattern) => JSON.stringify(pattern)),
    denied === undefined ? null : competitor,
    denied ?? null,
    q === undefined ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`,
    checked.persona ?? null,
    competitor === null ? (mentionedIn(checked) ?? null) : null,
    competitor === null ? (checked.sentiment ?? null) : null,
  ]
}

/**
 * Validates a filter before the run is looked up.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export function checkResultsFilter(ctx: Ctx, filter: ResultsFilter): void {
  providerFilter(ctx, parse(resultsFilterSchema, filter).provider)
}

type Absence = keyof typeof ABSENCES

/** Status of a result for each reason why a brand is absent. */
const STATUSES = {
  not_named: 'ok',
  denied: 'ok',
  refused: 'refused',
  not_shown: 'not_shown',
  failed: 'failed',
} as const satisfies Record<Absence, string>

/** Whether the answer says that it does not know the brand; undefined if there is no answer. */
const DENIED: Record<Absence, boolean | undefined> = {
  not_named: false,
  denied: true,
  refused: undefined,
  not_shown: undefined,
  failed: undefined,
}

/** Returns the filter on mentions. A filter on an entity alone selects the answers that mention it. */
function mentionedIn(filter: CheckedFilter): boolean | undefined {
  const isOnlyEntity =
    filter.entityId !== undefined && ABOUT_ENTITY.every((name) => filter[name] === undefined)
  return isOnlyEntity ? true : filter.mentioned
}

/**
 * Returns the JSON patterns that the observation must contain. `competitor` is the id of the competitor that the filter
 * applies to; null for the brand, whose mentions and sentiment are columns.
 */
function patternsOf(filter: CheckedFilter, competitor: string | null): object[] {
  const { recommended, sentiment, answerKind, absence, finding, competitorId, searched, placed } = filter
  const mentioned = mentionedIn(filter)
  const denied = absence && DENIED[absence]
  const ofCompetitor = (says: object) => ({ competitors: [{ id: competitor, ...says }] })
  return [
    ...(mentioned === undefined || competitor === null ? [] : [ofCompetitor({ mentioned })]),
    ...(recommended === undefined
      ? []
      : [competitor === null ? { recommendation: { recommended } } : ofCompetitor({ recommended })]),
    ...(sentiment === undefined || competitor === null ? [] : [ofCompetitor({ sentimentLabel: sentiment })]),
    // Denials of competitors are stored in another part of the observation; see `matching`.
    ...(denied === undefined
      ? []
      : [competitor === null ? { brand: { mentioned: false, denied } } : ofCompetitor({ mentioned: false })]),
    ...(placed === undefined ? [] : [{ placements: [{ entityIds: [competitor ?? 'brand'] }] }]),
    ...(answerKind === undefined ? [] : [{ answerKind }]),
    ...(searched === undefined ? [] : [{ details: { searched } }]),
    ...(finding === undefined ? [] : [FINDING_PATTERNS[finding]]),
    ...(competitorId === undefined ? [] : [{ competitors: [{ id: competitorId, mentioned: true }] }]),
    ...SOURCE_FILTERS.flatMap(({ name, field, kind }) => {
      const value = filter[name]
      return value === undefined ? [] : [{ citations: [{ [field]: value, kind }] }]
    }),
  ]
}

const ABOUT_ENTITY = ['mentioned', 'recommended', 'sentiment', 'absence', 'placed'] as const

const SOURCE_FILTERS = [
  { name: 'citedDomain', field: 'domain', kind: 'cited' },
  { name: 'citedUrl', field: 'url', kind: 'cited' },
  { name: 'retrievedDomain', field: 'domain', kind: 'retrieved' },
  { name: 'retrievedUrl', field: 'url', kind: 'retrieved' },
] as const

/**
 * Returns the id of the competitor that a filter applies to; null for the brand.
 * @throws {AppError} BAD_REQUEST on `entityId` if none of the batches tracks the competitor
 */
async function competitorOf(
  ctx: Ctx,
  batchIds: readonly VisibleBatchId[],
  { entityId }: CheckedFilter,
): Promise<string | null> {
  if (entityId === undefined || entityId === 'brand') return null
  return checkTracked(ctx, batchIds, { entityId })
}

/**
 * Checks that a prompt belongs to the project of one of the batches.
 * @returns the prompt id
 * @throws {AppError} BAD_REQUEST on `promptId` otherwise
 */
async function promptIdIn(
  { db }: Ctx,
  batchIds: readonly VisibleBatchId[],
  promptId: string,
): Promise<string> {
  if (isUuid(promptId)) {
    const { rows } = await db.pool.query({
      name: 'prompt-of-batches',
      text: `SELECT FROM prompt p JOIN batch b ON b.project_id = p.project_id
             WHERE p.id = $2::uuid AND b.id = ANY($1::uuid[]) LIMIT 1`,
      values: [batchIds, promptId],
    })
    if (rows.length > 0) return promptId
  }
  throw badFields({ promptId: 'is not the id of a prompt of the project' })
}
