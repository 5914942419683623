import { authorize } from '../authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'

/** What became of the questions of one provider in a batch. */
export interface ProviderProgress {
  provider: string
  total: number
  /** Not yet answered. */
  pending: number
  ok: number
  refused: number
  notShown: number
  failed: number
  /** The models that its answers say they are of. */
  models: string[]
}

/** What became of the questions of each of these batches, by provider in the order of their tokens; none for one the caller may not see. */
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
