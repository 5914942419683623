import { authorize } from '../authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import type { Observation } from './observation.ts'
import { RESULT } from './reading.ts'

export type ResultStatusShown = 'ok' | 'refused' | 'not_shown' | 'failed'

/** A result as every surface shows it (contract §3 "Result"). */
export interface ResultRecord extends NullableObservation {
  id: string
  batchId: string
  /** Its run; null in an async analysis. */
  runId: string | null
  /** Place in its batch: prompt, provider, location, replicate. */
  ordinal: number
  promptId: string | null
  prompt: string
  provider: string
  location: string
  replicate: number
  status: ResultStatusShown
  simulated: boolean
  surface: string | null
  locationApplied: string | null
  modelRequested: string | null
  modelReported: string | null
  error: { code: string; message: string } | null
  answeredAt: Date | null
  extractionVersion: number | null
  /** Only where asked for. */
  answer: string | null
  raw: unknown
  /** What it is sorted by in a list that is sorted by more than its ordinal; 0 elsewhere. */
  sortKey: number
}

/** A result, and where its batch stood when it was read. */
export type ResultOfBatch = ResultRecord & { batch: { id: string; seq: number; ended: boolean } }

type NullableObservation = { [Key in keyof Observation]: Observation[Key] | null }

/** A row of {@link selectResults}. */
export type ResultRow = Omit<ResultRecord, keyof Observation | 'runId' | 'sortKey'> & {
  observation: Observation | null
  runId?: string | null
  sortKey?: number
}

/** Heavy parts of results: answer and raw are read only where asked for, what the answer says unless it is declined. */
export interface ResultInclude {
  answer?: boolean
  raw?: boolean
  observation?: boolean
}

/** Tells statements apart that read other parts. */
export function includeName({ answer = false, raw = false, observation = true }: ResultInclude): string {
  return `${answer}-${raw}-${observation}`
}

/**
 * The results of a batch in their order, between two places (both left out), `backward` the last of them; units still
 * pending are left out. `runId` is the batch's id where it is a run. The batch must have been read for the caller before:
 * this checks no tenant.
 */
export async function readResults(
  ctx: Ctx,
  batchId: string,
  {
    after = -1,
    before = BEYOND,
    backward = false,
    limit,
    include = {},
    runId = null,
  }: {
    after?: number
    before?: number
    backward?: boolean
    limit: number
    include?: ResultInclude
    runId?: string | null
  },
): Promise<ResultRecord[]> {
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-${includeName(include)}-${backward}`,
    text: `${selectResults(include)}
           WHERE r.batch_id = $1 AND r.ordinal > $2 AND r.ordinal < $3 AND r.status <> 'pending'
           ORDER BY r.ordinal ${backward ? 'DESC' : 'ASC'} LIMIT $4`,
    values: [batchId, after, before, limit],
  })
  const records = rows.map((row) => toRecord(row, runId))
  return backward ? records.reverse() : records
}

/** Above every ordinal. */
const BEYOND = 2_147_483_647

/**
 * The results of a batch at some ordinals, in their order; units still pending are left out. The batch must have been read
 * for the caller before: this checks no tenant.
 */
export async function readResultsAt(
  ctx: Ctx,
  batchId: string,
  ordinals: readonly number[],
  include: ResultInclude = {},
): Promise<ResultRecord[]> {
  if (ordinals.length === 0) return []
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-at-${includeName(include)}`,
    text: `${selectResults(include)}
           WHERE r.batch_id = $1 AND r.ordinal = ANY($2::int[]) AND r.status <> 'pending' ORDER BY r.ordinal`,
    values: [batchId, ordinals],
  })
  return rows.map((row) => toRecord(row))
}

/**
 * Results by their ids, in the order asked for, with the run they belong to (null in an async analysis); null for one that
 * is missing, pending, or of a batch the caller may not see.
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

/** How many results a batch has by now. */
export async function countResults(ctx: Ctx, batchId: string): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ count: number }>({
    name: 'count-results',
    text: `SELECT count(*)::int AS count FROM result WHERE batch_id = $1 AND status <> 'pending'`,
    values: [batchId],
  })
  return rows[0]?.count ?? 0
}

const COLUMNS = `r.id, r.batch_id AS "batchId", r.ordinal, p.prompt_id AS "promptId", p.text AS prompt, r.provider,
  r.location, r.replicate, r.status, r.simulated, r.surface, r.location_applied AS "locationApplied",
  r.model_requested AS "modelRequested", r.model_reported AS "modelReported", r.error,
  r.answered_at AS "answeredAt", r.extraction_version AS "extractionVersion"`

/** In a statement that joins `batch b`: the run a result belongs to, null in an async analysis. */
export const RUN_ID = `CASE WHEN b.kind = 'run' THEN b.id END AS "runId"`

/** The head of a statement over the results `r` and each one's `batch_prompt p`: `more` columns, heavy parts where asked for. */
export function selectResults(
  { answer = false, raw = false, observation = true }: ResultInclude,
  more = '',
): string {
  const parts = [
    ...(observation ? ['r.observation'] : []),
    ...(answer ? ['w.text AS answer'] : []),
    ...(raw ? ['f.raw'] : []),
  ]
  return `SELECT ${[...(more ? [more] : []), COLUMNS, ...parts].join(', ')}
          FROM ${RESULT} r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
          ${answer ? 'LEFT JOIN answer w ON w.result_id = r.id' : ''}
          ${raw ? 'LEFT JOIN artifact f ON f.result_id = r.id' : ''}`
}

const NOTHING: NullableObservation = {
  brand: null,
  sentiment: null,
  competitors: null,
  citations: null,
  recommendation: null,
  judge: null,
}

/** A row as a record; of a run where the row says so, or its reader knows. */
export function toRecord(row: ResultRow, runId: string | null = row.runId ?? null): ResultRecord {
  const { brand, sentiment, competitors, citations, recommendation, judge } = row.observation ?? NOTHING
  // Field by field: copies by spreading take forty times as long, and pages are read often.
  return {
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
    modelRequested: row.modelRequested,
    modelReported: row.modelReported,
    error: row.error,
    answeredAt: row.answeredAt,
    extractionVersion: row.extractionVersion,
    answer: row.answer ?? null,
    raw: row.raw ?? null,
    brand,
    sentiment,
    competitors,
    citations,
    recommendation,
    // Absent in observations from before there was a judge.
    judge: judge ?? null,
    sortKey: row.sortKey ?? 0,
  }
}
