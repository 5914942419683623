import { authorize } from '../access/authorize.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { countByParent, groupByParent, queryPerParent } from '../foundation/page.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { OBSERVED_FIELDS, type Observation, type ObservedField } from '../observations/observation.ts'
import type { AnswerFacts } from '../observations/parsed-answer.ts'
import type { RawAnswer } from '../provider-port/driver.ts'
import type { Result } from './definition.ts'
import { toRawArtifact } from './raw-artifact.ts'

/** A result with its batch and its position. */
export interface ResultRecord extends Result {
  batchId: string
  /** Position in the batch, by prompt, provider, location and replicate. */
  ordinal: number
  /** See {@link Observation}; null without an answer, and for answers of older extraction versions. */
  details: Observation['details'] | null
  /** Sort key in lists that are not sorted by ordinal alone; otherwise 0. */
  sortKey: number
}

/** A result with the state of its batch at the time of the query. */
export type ResultOfBatch = ResultRecord & { batch: { id: VisibleBatchId; seq: number; ended: boolean } }

/** Stored facts of an answer that results show. */
type ShownFact = keyof AnswerFacts

/** A row of {@link selectResults}. */
export type ResultRow = Omit<
  ResultRecord,
  keyof Observation | ShownFact | 'runId' | 'model' | 'raw' | 'sortKey' | 'details'
> & {
  raw?: RawAnswer | null
  facts?: Partial<AnswerFacts> | null
  modelRequested: string | null
  modelReported: string | null
  observation: Observation | null
  runId?: string | null
  sortKey?: number
}

/** Expensive parts of results to read: `answer` and `raw` only if true, `facts` and `observation` unless false. */
export type ResultInclude = Partial<Record<'answer' | 'raw' | 'facts' | 'observation', boolean>>

/** Returns a part for statement names that differs whenever the selected columns differ. */
export function includeName(include: ResultInclude): string {
  const { answer = false, raw = false, facts = true, observation = true } = include
  return `${answer}-${raw}-${facts}-${observation}`
}

/**
 * Range of results to read: at most `limit` results between two ordinals (exclusive), or the last ones of the range if
 * `backward` is set.
 */
interface ResultRange {
  after?: number | undefined
  before?: number | undefined
  backward?: boolean
  limit: number
  include?: ResultInclude
}

/** Returns results of a batch, ordered by ordinal. Pending units are left out, and `runId` is null. */
export async function readResults(
  ctx: Ctx,
  batchId: VisibleBatchId,
  range: ResultRange,
): Promise<ResultRecord[]> {
  const [results = []] = await readResultsOfEach({ ctx, input: { ids: [batchId], ...range } })
  return results
}

/**
 * Like {@link readResults} for several batches, in the order of `ids`. With `runs`, the batches are runs, and `runId`
 * of each result is the id of its run.
 */
export async function readResultsOfEach({
  ctx,
  input,
}: {
  ctx: Ctx
  input: ResultRange & { ids: readonly VisibleBatchId[]; runs?: boolean }
}): Promise<ResultRecord[][]> {
  const { ids, after = -1, before = MAX_ORDINAL, backward = false, limit, include = {}, runs = false } = input
  const single = ids.length === 1
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-${includeName(include)}-${backward}-${single}`,
    text: `${queryPerParent(
      '$1',
      `${selectResults(include)}
       WHERE r.batch_id = of.id AND r.ordinal > $2 AND r.ordinal < $3 AND r.status <> 'pending'
       ORDER BY r.ordinal ${backward ? 'DESC' : 'ASC'} LIMIT $4`,
      { single },
    )} ORDER BY i.ordinal`,
    values: [ids, after, before, limit],
  })
  const records = rows.map((row) => toRecord(row, runs ? row.batchId : null))
  return groupByParent(ids, records, ({ batchId }) => batchId)
}

/** Larger than any ordinal. */
const MAX_ORDINAL = 2_147_483_647

/**
 * Returns the results of a batch with the given ordinals, ordered by ordinal. Pending units are left out. Pass the
 * batch's id as `runId` if the batch is a run.
 */
export async function readResultsAt(
  ctx: Ctx,
  batchId: VisibleBatchId,
  ordinals: readonly number[],
  { include = {}, runId = null }: { include?: ResultInclude; runId?: string | null } = {},
): Promise<ResultRecord[]> {
  if (ordinals.length === 0) return []
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-at-${includeName(include)}`,
    text: `${selectResults(include)}
           WHERE r.batch_id = $1 AND r.ordinal = ANY($2::int[]) AND r.status <> 'pending' ORDER BY r.ordinal`,
    values: [batchId, ordinals],
  })
  return rows.map((row) => toRecord(row, runId))
}

/**
 * Returns results by id, in the order of `ids`. `runId` is null in an async analysis. A result is null if it is missing
 * or pending, or if the caller may not see its batch.
 */
export async function readResultsByIds({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[]; include?: ResultInclude }
}): Promise<(ResultOfBatch | null)[]> {
  authorize(ctx, 'analysis:read')
  const { ids, include = {} } = input
  const { rows } = await ctx.db.pool.query<
    // `VISIBLE` selects only results of visible batches.
    ResultRow & { batchId: VisibleBatchId; seq: number; ended: boolean }
  >({
    name: `results-by-id-${includeName(include)}`,
    text: `${selectResults(include, `${RUN_ID}, b.seq, b.finished_at IS NOT NULL AS ended`)} JOIN batch b ON b.id = r.batch_id
           WHERE ${VISIBLE} AND r.id = ANY($4::uuid[]) AND r.status <> 'pending'`,
    values: [...visibleValues(ctx), ids.filter(isUuid)],
  })
  const resultsById = new Map(
    rows.map((row) => {
      const { id, batchId, seq, ended } = row
      return [id, Object.assign(toRecord(row), { batch: { id: batchId, seq, ended } })]
    }),
  )
  return ids.map((id) => resultsById.get(id.toLowerCase()) ?? null)
}

/**
 * Returns a result by id; see {@link readResultsByIds}.
 * @throws {AppError} NOT_FOUND, including for another tenant's result and for a pending one
 */
export async function readResult({
  ctx,
  input: { resultId, include = {} },
}: {
  ctx: Ctx
  input: { resultId: string; include?: ResultInclude }
}): Promise<ResultOfBatch> {
  const [result] = await readResultsByIds({ ctx, input: { ids: [resultId], include } })
  if (!result) throw notFound('Result')
  return result
}

/** Returns the number of results of each batch so far. */
export async function countResults({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly VisibleBatchId[] }
}): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-results',
    text: `SELECT batch_id AS of, count(*)::int AS count FROM result
           WHERE batch_id = ANY($1::uuid[]) AND status <> 'pending' GROUP BY batch_id`,
    values: [ids],
  })
  return countByParent(ids, rows)
}

const COLUMNS = `r.id, r.batch_id AS "batchId", r.ordinal, p.prompt_id AS "promptId", p.text AS prompt, r.provider,
  r.location, r.persona, r.replicate, r.status, r.simulated, r.surface, r.location_applied AS "locationApplied",
  r.model_requested AS "modelRequested", r.model_reported AS "modelReported", r.error, r.cost,
  r.answered_at AS "answeredAt", r.extraction_version AS "extractionVersion", r.parser_version AS "parserVersion"`

/** Column for statements that join `batch b`: the run of the result, or null in an async analysis. */
export const RUN_ID = `CASE WHEN b.kind = 'run' THEN b.id END AS "runId"`

/**
 * Returns the SELECT and FROM clauses of a statement over results `r` and their `batch_prompt p`. `more` are additional
 * columns.
 */
export function selectResults(
  { answer = false, raw = false, facts = true, observation = true }: ResultInclude,
  more = '',
): string {
  const parts = [
    ...(observation ? ['r.observation'] : []),
    ...(answer ? ['r.text AS answer'] : []),
    ...(facts ? ['r.facts'] : []),
    ...(raw ? ['f.raw'] : []),
  ]
  return `SELECT ${[...(more ? [more] : []), COLUMNS, ...parts].join(', ')}
          FROM ${RESULT_AS_SHOWN} r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
          ${raw ? 'LEFT JOIN artifact f ON f.result_id = r.id' : ''}`
}

/** Converts a row to a record. Pass `runId` if the row does not have that column. */
export function toRecord(row: ResultRow, runId: string | null = row.runId ?? null): ResultRecord {
  // Copied field by field: spreading the row would take forty times as long, and this runs for every result of a page.
  const record: Partial<Result> & Omit<ResultRecord, ObservedField> = {
    id: row.id,
    batchId: row.batchId,
    runId,
    ordinal: row.ordinal,
    promptId: row.promptId,
    prompt: row.prompt,
    provider: row.provider,
    location: row.location,
    persona: row.persona,
    replicate: row.replicate,
    status: row.status,
    simulated: row.simulated,
    surface: row.surface,
    locationApplied: row.locationApplied,
    model: { requested: row.modelRequested, reported: row.modelReported },
    error: row.error,
    cost: row.cost,
    answeredAt: row.answeredAt,
    asker: row.facts?.asker ?? null,
    languageApplied: row.facts?.languageApplied ?? null,
    cityApplied: row.facts?.cityApplied ?? null,
    searchMode: row.facts?.searchMode ?? null,
    searched: row.facts?.searched ?? null,
    searchQueries: row.facts?.searchQueries ?? [],
    partial: row.facts?.partial ?? null,
    unrecognized: row.facts?.unrecognized ?? [],
    usage: row.facts?.usage ?? null,
    extractionVersion: row.extractionVersion,
    parserVersion: row.parserVersion,
    answer: row.answer ?? null,
    raw: row.raw ? toRawArtifact(row.provider, row.raw) : null,
    details: row.observation?.details ?? null,
    sortKey: row.sortKey ?? 0,
  }
  const { observation } = row
  // Fields that observations of older versions lack are null.
  const fields: Record<string, unknown> = record
  for (const field of OBSERVED_FIELDS) fields[field] = observation?.[field] ?? null
  return record as ResultRecord
}
