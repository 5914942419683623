import { authorize } from '../access/authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'

/** Progress of the questions to one provider in a batch. */
export interface ProviderProgress {
  provider: string
  total: number
  /** Questions without an outcome so far. */
  pending: number
  ok: number
  refused: number
  notShown: number
  failed: number
  /** Models that the provider reported. */
  models: string[]
}

/** Returns the progress of each batch by provider, sorted by token. Empty for a batch that the caller may not see. */
export async function readProviderProgress({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<ProviderProgress[][]> {
  authorize(ctx, 'analysis:read')
  const count = (status: string) => `count(*) FILTER (WHERE r.status::text = '${status}')::int`
  const { rows } = await ctx.db.pool.query<ProviderProgress & { batchId: string }>({
    name: 'provider-progress',
    text: `SELECT b.id AS "batchId", r.provider, count(*)::int AS total, ${count('pending')} AS pending, ${count('ok')} AS ok,
             ${count('refused')} AS refused, ${count('not_shown')} AS "notShown", ${count('failed')} AS failed,
             array_remove(array_agg(DISTINCT r.model_reported ORDER BY r.model_reported), NULL) AS models
           FROM batch b JOIN ${RESULT_AS_SHOWN} r ON r.batch_id = b.id
           WHERE ${VISIBLE} AND b.id = ANY($4::uuid[])
           GROUP BY b.id, r.provider ORDER BY r.provider`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  return input.ids.map((id) =>
    rows.filter(({ batchId }) => batchId === id).map(({ batchId: _, ...progress }) => progress),
  )
}
