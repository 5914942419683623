import { authorize } from '../authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'

/** Which of these batches have answers that were invented, so that their figures measure nothing; of those the caller may see. */
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

/** Whether each of these batches has answers that were invented; false for one that the caller may not see. */
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
