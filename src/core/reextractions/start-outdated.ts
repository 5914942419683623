import { EXTRACTION_VERSION } from '../../extraction/foundation/observation.ts'
import { authorize } from '../access/authorize.ts'
import { snapshotSchema } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { lockHistory } from '../measurements/adjacent-runs.ts'
import { PARSER_VERSION } from '../provider-port/driver.ts'
import { startReextraction } from './start.ts'

/** Number of batches to find per statement. */
const PAGE = 500

/**
 * Queues a re-extraction of every ended run and async analysis, in all organizations, that was extracted by older
 * parsers or rules. Each batch keeps its current brand and competitors. Batches with an unfinished re-extraction are
 * skipped, because it also uses the current version. Can be repeated, and then queues only batches that are still
 * outdated. Operators only.
 * @returns number of queued re-extractions
 */
export async function reextractOutdated({ ctx }: { ctx: Ctx }): Promise<{ queued: number }> {
  authorize(ctx, 'operate')
  let queued = 0
  for (let after: string | null = null; ; ) {
    const ids = await outdatedBatches(ctx, after)
    for (const id of ids) if (await queue(ctx, id)) queued += 1
    after = ids.at(-1) ?? null
    if (after === null) return { queued }
  }
}

/** Returns the ids of the next outdated batches after the given id, oldest first. */
async function outdatedBatches(ctx: Ctx, after: string | null): Promise<string[]> {
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    `SELECT b.id FROM batch b
     WHERE b.finished_at IS NOT NULL AND b.texts_deleted_at IS NULL AND ($1::uuid IS NULL OR b.id > $1)
       AND (coalesce(b.parser_version, 0) < $2 OR coalesce(b.extraction_version, 0) < $3)
       AND NOT EXISTS (SELECT FROM reextraction r WHERE r.batch_id = b.id AND r.status IN ('queued', 'running'))
     ORDER BY b.id LIMIT ${PAGE}`,
    [after, PARSER_VERSION, EXTRACTION_VERSION],
  )
  return rows.map(({ id }) => id)
}

/** Queues a re-extraction of a batch. Returns false if the batch was deleted in the meantime. */
async function queue(ctx: Ctx, id: string): Promise<boolean> {
  const existing = await ctx.db.prisma.batch.findUnique({ where: { id }, select: { projectId: true } })
  if (!existing) return false
  return transaction(ctx, async (tx) => {
    if (existing.projectId) await lockHistory(tx.db, existing.projectId)
    const batch = await tx.db.batch.findUnique({ where: { id }, select: { snapshot: true } })
    if (!batch) return false
    const snapshot = snapshotSchema.parse(batch.snapshot)
    await startReextraction(tx, { batchId: id, snapshot, now: ctx.now() })
    return true
  })
}
