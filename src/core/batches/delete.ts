import type { Prisma } from '../../generated/prisma/client.ts'
import type { Transaction } from '../foundation/context.ts'
import { type BatchState, toBatchEvent } from './batch-state.ts'
import { settleDeletedBatch } from './credits.ts'

/**
 * Ends the unfinished batches of a project that is being deleted: settles their credits, deletes the units without an
 * outcome, so that their jobs stop, and ends the subscriptions. The caller holds the lock on the project.
 */
export async function settleDeletedBatches(
  tx: Transaction,
  { id: projectId, organizationId, now }: { id: string; organizationId: string; now: Date },
): Promise<void> {
  const batches = await lockUnfinished(tx.db, projectId)
  const ids = batches.map(({ id }) => id)
  await tx.db.unitBacklog.deleteMany({ where: { batchId: { in: ids } } })
  await tx.db.result.deleteMany({ where: { batchId: { in: ids }, status: 'pending' } })
  await tx.db.batch.updateMany({
    where: { id: { in: ids } },
    data: { status: 'failed', finishedAt: now, changedAt: now, seq: { increment: 1 } },
  })
  for (const batch of batches) {
    await settleDeletedBatch(tx.db, { ...batch, organizationId })
    // On a final status, subscribers reload the batch and find that it is gone.
    tx.publish(toBatchEvent({ ...batch, projectId, seq: batch.seq + 1, status: 'failed' }))
  }
}

type UnfinishedBatch = Omit<BatchState, 'projectId' | 'status'> & { reserved: number }

/** Locks units first, then batches: the same order as when answers are recorded. */
async function lockUnfinished(db: Prisma.TransactionClient, projectId: string): Promise<UnfinishedBatch[]> {
  await db.$queryRaw`
    SELECT count(*) FROM (
      SELECT r.id FROM result r JOIN batch b ON b.id = r.batch_id
      WHERE b.project_id = ${projectId}::uuid AND b.finished_at IS NULL AND r.status = 'pending'
      ORDER BY r.id FOR UPDATE OF r) AS pending`
  return db.$queryRaw<UnfinishedBatch[]>`
    SELECT id, kind, seq, total, completed, failed, credits_reserved AS reserved FROM batch
    WHERE project_id = ${projectId}::uuid AND finished_at IS NULL ORDER BY id FOR UPDATE`
}
