import type { Ctx } from '../foundation/context.ts'
import { deleteReextractedResults } from '../reextractions/sweep.ts'

/** Number of results to delete per statement, so that each holds its locks only briefly. */
const RESULTS_PER_STATEMENT = 1_000

/**
 * Deletes a batch with all of its rows in many short statements. Continues where an earlier attempt stopped.
 * @returns the number of deleted results
 */
export async function deleteBatch(ctx: Ctx, batchId: string): Promise<number> {
  const { prisma } = ctx.db
  for (const { id } of await prisma.reextraction.findMany({ where: { batchId }, select: { id: true } }))
    await deleteReextractedResults(ctx, id)
  let deleted = 0
  for (let rows = RESULTS_PER_STATEMENT; rows === RESULTS_PER_STATEMENT; deleted += rows) {
    ctx.deps.stopping.throwIfAborted()
    rows = await deleteResults(ctx, batchId)
  }
  await prisma.batch.deleteMany({ where: { id: batchId } })
  return deleted
}

async function deleteResults(ctx: Ctx, batchId: string): Promise<number> {
  const { rowCount } = await ctx.db.pool.query({
    name: 'delete-results',
    text: `DELETE FROM result WHERE id IN (SELECT id FROM result WHERE batch_id = $1 LIMIT ${RESULTS_PER_STATEMENT})`,
    values: [batchId],
  })
  return rowCount ?? 0
}
