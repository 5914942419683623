import { authorize } from '../authorize.ts'
import { readBatches } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import type { Observation } from './observation.ts'

export type ResultStatusShown = 'ok' | 'refused' | 'not_shown' | 'failed'

/** A result as every surface shows it (contract §3 "Result"). */
export interface ResultRecord extends NullableObservation {
  id: string
  batchId: string
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
}

type NullableObservation = { [Key in keyof Observation]: Observation[Key] | null }

type Row = Omit<ResultRecord, keyof Observation> & { observation: Observation | null }

/** Heavy parts of results, read only where asked for. */
export interface ResultInclude {
  answer?: boolean
  raw?: boolean
}

/**
 * The results of a batch in their order, between two places (both left out), `backward` the last of them; units still
 * pending are left out. The batch must have been read for the caller before: this checks no tenant.
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
  }: { after?: number; before?: number; backward?: boolean; limit: number; include?: ResultInclude },
): Promise<ResultRecord[]> {
  const { answer = false, raw = false } = include
  const { rows } = await ctx.db.pool.query<Row>({
    name: `results-${answer}-${raw}-${backward}`,
    text: `${selectWith(include)}
           WHERE r.batch_id = $1 AND r.ordinal > $2 AND r.ordinal < $3 AND r.status <> 'pending'
           ORDER BY r.ordinal ${backward ? 'DESC' : 'ASC'} LIMIT $4`,
    values: [batchId, after, before, limit],
  })
  const records = rows.map(toRecord)
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
  const { answer = false, raw = false } = include
  const { rows } = await ctx.db.pool.query<Row>({
    name: `results-at-${answer}-${raw}`,
    text: `${selectWith(include)}
           WHERE r.batch_id = $1 AND r.ordinal = ANY($2::int[]) AND r.status <> 'pending' ORDER BY r.ordinal`,
    values: [batchId, ordinals],
  })
  return rows.map(toRecord)
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
}): Promise<((ResultRecord & { runId: string | null }) | null)[]> {
  authorize(ctx, 'analysis:read')
  const { answer = false, raw = false } = input.include ?? {}
  const { rows } = await ctx.db.pool.query<Row>({
    name: `results-by-id-${answer}-${raw}`,
    text: `${selectWith(input.include ?? {})} WHERE r.id = ANY($1::uuid[]) AND r.status <> 'pending'`,
    values: [input.ids.filter(isUuid)],
  })
  const batchIds = [...new Set(rows.map(({ batchId }) => batchId))]
  const batches = await readBatches(ctx, { id: { in: batchIds } })
  return input.ids.map((id) => {
    const row = rows.find((row) => row.id === id)
    const batch = row && batches.find((batch) => batch.id === row.batchId)
    return row && batch ? { ...toRecord(row), runId: batch.kind === 'run' ? batch.id : null } : null
  })
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
  r.answered_at AS "answeredAt", r.extraction_version AS "extractionVersion", r.observation`

function selectWith({ answer, raw }: ResultInclude): string {
  return `SELECT ${COLUMNS}, ${answer ? 'w.text' : 'NULL'} AS answer, ${raw ? 'f.raw' : 'NULL'} AS raw
          FROM result r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
          ${answer ? 'LEFT JOIN answer w ON w.result_id = r.id' : ''}
          ${raw ? 'LEFT JOIN artifact f ON f.result_id = r.id' : ''}`
}

function toRecord({ observation, ...row }: Row): ResultRecord {
  return {
    ...row,
    brand: observation?.brand ?? null,
    sentiment: observation?.sentiment ?? null,
    competitors: observation?.competitors ?? null,
    citations: observation?.citations ?? null,
    recommendation: observation?.recommendation ?? null,
  }
}
