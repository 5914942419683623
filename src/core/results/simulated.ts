import { authorize } from '../access/authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'

/**
 * Returns the ids of the batches with simulated answers, among the batches that the caller may see. Metrics of such
 * batches do not measure anything real.
 */
export async function readSimulated({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<ReadonlySet<string>> {
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'simulated-batches',
    text: `SELECT b.id FROM batch b WHERE ${VISIBLE} AND b.id = ANY($4::uuid[])
             AND EXISTS (SELECT FROM result r WHERE r.batch_id = b.id AND r.simulated)`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  return new Set(rows.map(({ id }) => id))
}

/** Returns whether each batch has simulated answers; false for a batch that the caller may not see. */
export async function areSimulated({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<boolean[]> {
  const simulated = await readSimulated({ ctx, input: { ids } })
  return ids.map((id) => simulated.has(id))
}
