import type { RawAnswer } from '../../providers/driver.ts'
import { authorize } from '../authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { OBSERVED_FIELDS, type Observation } from '../observations/observation.ts'
import type { AnswerFacts } from '../observations/reading.ts'
import { belowEach, countOfEach, rowsOfEach } from '../page.ts'
import type { Result } from './definition.ts'
import { toRawArtifact } from './raw-artifact.ts'

/** A result as it is read: what every interface shows of it, and its position. */
export interface ResultRecord extends Result {
  batchId: string
  /** Position in its batch, by prompt, provider, location and replicate. */
  ordinal: number
  /** The sort key in a list that is not sorted by ordinal alone; 0 elsewhere. */
  sortKey: number
}

/** A result with the state of its batch when it was read. */
export type ResultOfBatch = ResultRecord & { batch: { id: string; seq: number; ended: boolean } }

/** The facts of an answer that are shown of a result. */
type ShownFact = 'searched' | 'searchQueries' | 'partial' | 'usage'

/** A row of {@link selectResults}. */
export type ResultRow = Omit<
  ResultRecord,
  keyof Observation | ShownFact | 'runId' | 'model' | 'raw' | 'sortKey'
> & {
  raw?: RawAnswer | null
  facts?: Partial<AnswerFacts> | null
  modelRequested: string | null
  modelReported: string | null
  observation: Observation | null
  runId?: string | null
  sortKey?: number
}

/** Which expensive parts of results are read: `answer` and `raw` only if true, `facts` and `observation` unless false. */
export type ResultInclude = Partial<Record<'answer' | 'raw' | 'facts' | 'observation', boolean>>

/** Part of a statement's name, which must differ where its text does. */
export function includeName(include: ResultInclude): string {
  const { answer = false, raw = false, facts = true, observation = true } = include
  return `${answer}-${raw}-${facts}-${observation}`
}

/** Which results of a batch are read: at most `limit` between two ordinals (exclusive), the last ones when `backward`. */
interface ResultRange {
  after?: number | undefined
  before?: number | undefined
  backward?: boolean
  limit: number
  include?: ResultInclude
}

/**
 * Results of a batch by ordinal. Pending units are left out, and `runId` is null. It checks no tenant: read the batch for the
 * caller first.
 */
export async function readResults(ctx: Ctx, batchId: string, range: ResultRange): Promise<ResultRecord[]> {
  const [results = []] = await readResultsOfEach({ ctx, input: { ids: [batchId], ...range } })
  return results
}

/**
 * The same of several batches, in the order of their `ids`; with `runs`, the batches are runs and `runId` is the id of each. It
 * checks no tenant: read the batches for the caller first.
 */
export async function readResultsOfEach({
  ctx,
  input,
}: {
  ctx: Ctx
  input: ResultRange & { ids: readonly string[]; runs?: boolean }
}): Promise<ResultRecord[][]> {
  const { ids, after = -1, before = AFTER_ALL, backward = false, limit, include = {}, runs = false } = input
  const single = ids.length === 1
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-${includeName(include)}-${backward}-${single}`,
    text: `${belowEach(
      '$1',
      `${selectResults(include)}
       WHERE r.batch_id = of.id AND r.ordinal > $2 AND r.ordinal < $3 AND r.status <> 'pending'
       ORDER BY r.ordinal ${backward ? 'DESC' : 'ASC'} LIMIT $4`,
      { single },
    )} ORDER BY i.ordinal`,
    values: [ids, after, before, limit],
  })
  const records = rows.map((row) => toRecord(row, runs ? row.batchId : null))
  return rowsOfEach(ids, records, ({ batchId }) => batchId)
}

/** Above every ordinal. */
const AFTER_ALL = 2_147_483_647

/**
 * The results of a batch with the given ordinals, by ordinal. Pending units are left out. `runId` is the batch's id if it is a
 * run. It checks no tenant: read the batch for the caller first.
 */
export async function readResultsAt(
  ctx: Ctx,
  batchId: string,
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
 * Results by their ids, in the order of `ids`, with the run they belong to (null in an async analysis); null for a result that
 * is missing, pending, or of a batch that the caller may not see.
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
  const { rows } = await ctx.db.pool.query<ResultRow & { seq: number; ended: boolean }>({
    name: `results-by-id-${includeName(include)}`,
    text: `${selectResults(include, `${RUN_ID}, b.seq, b.finished_at IS NOT NULL AS ended`)} JOIN batch b ON b.id = r.batch_id
           WHERE ${VISIBLE} AND r.id = ANY($4::uuid[]) AND r.status <> 'pending'`,
    values: [...visibleValues(ctx), ids.filter(isUuid)],
  })
  const found = new Map(
    rows.map((row) => {
      const { id, batchId, seq, ended } = row
      return [id, Object.assign(toRecord(row), { batch: { id: batchId, seq, ended } })]
    }),
  )
  return ids.map((id) => found.get(id.toLowerCase()) ?? null)
}

/**
 * A result by its id, as {@link readResultsByIds} reads it.
 * @throws {AppError} NOT_FOUND, also for another tenant's and for a question without an answer yet
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

/** How many results each batch has so far. It checks no tenant: read the batches for the caller first. */
export async function countResults({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-results',
    text: `SELECT batch_id AS of, count(*)::int AS count FROM result
           WHERE batch_id = ANY($1::uuid[]) AND status <> 'pending' GROUP BY batch_id`,
    values: [ids],
  })
  return countOfEach(ids, rows)
}

const COLUMNS = `r.id, r.batch_id AS "batchId", r.ordinal, p.prompt_id AS "promptId", p.text AS prompt, r.provider,
  r.location, r.replicate, r.status, r.simulated, r.surface, r.location_applied AS "locationApplied",
  r.model_requested AS "modelRequested", r.model_reported AS "modelReported", r.error, r.cost,
  r.answered_at AS "answeredAt", r.extraction_version AS "extractionVersion", r.parser_version AS "parserVersion"`

/** A column, for statements that join `batch b`: the run a result belongs to, null in an async analysis. */
export const RUN_ID = `CASE WHEN b.kind = 'run' THEN b.id END AS "runId"`

/** SELECT and FROM of a statement over results `r` with their `batch_prompt p`; `more` are further columns. */
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

/** A row as a record. `runId` is given where the row lacks that column. */
export function toRecord(row: ResultRow, runId: string | null = row.runId ?? null): ResultRecord {
  // Field by field, because spreading the row takes forty times as long and this runs for every result of a page.
  const record: Partial<Result> & Omit<ResultRecord, keyof Observation> = {
    id: row.id,
    batchId: row.batchId,
    runId,
    ordinal: row.ordinal,
    promptId: row.promptId,
    prompt: row.prompt,
    provider: row.provider,
    location: row.location,
    replicate: row.replicate,
    status: row.status,
    simulated: row.simulated,
    surface: row.surface,
    locationApplied: row.locationApplied,
    model: { requested: row.modelRequested, reported: row.modelReported },
    error: row.error,
    cost: row.cost,
    answeredAt: row.answeredAt,
    searched: row.facts?.searched ?? null,
    searchQueries: row.facts?.searchQueries ?? [],
    partial: row.facts?.partial ?? null,
    usage: row.facts?.usage ?? null,
    extractionVersion: row.extractionVersion,
    parserVersion: row.parserVersion,
    answer: row.answer ?? null,
    raw: row.raw ? toRawArtifact(row.provider, row.raw) : null,
    sortKey: row.sortKey ?? 0,
  }
  const { observation } = row
  // Fields that an observation of an older version lacks are null.
  const fields: Record<string, unknown> = record
  for (const field of OBSERVED_FIELDS) fields[field] = observation?.[field] ?? null
  return record as ResultRecord
}
