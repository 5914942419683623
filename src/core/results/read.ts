import type { Ctx } from '../context.ts'
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

/**
 * The results of a batch in their order, from after one place on; units still pending are left out.
 * The batch must have been read for the caller before: this checks no tenant.
 */
export async function readResults(
  ctx: Ctx,
  batchId: string,
  { after = -1, limit, include = {} }: { after?: number; limit: number; include?: { answer?: boolean; raw?: boolean } },
): Promise<ResultRecord[]> {
  const { answer = false, raw = false } = include
  const { rows } = await ctx.db.pool.query<Row>({
    name: `results-${answer}-${raw}`,
    text: `SELECT ${COLUMNS}, ${answer ? 'w.text' : 'NULL'} AS answer, ${raw ? 'f.raw' : 'NULL'} AS raw
           FROM result r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
           ${answer ? 'LEFT JOIN answer w ON w.result_id = r.id' : ''}
           ${raw ? 'LEFT JOIN artifact f ON f.result_id = r.id' : ''}
           WHERE r.batch_id = $1 AND r.ordinal > $2 AND r.status <> 'pending'
           ORDER BY r.ordinal LIMIT $3`,
    values: [batchId, after, limit],
  })
  return rows.map(toRecord)
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
