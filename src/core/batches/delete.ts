import type { Prisma } from '../../generated/prisma/client.ts'
import type { Transaction } from '../foundation/context.ts'
import { type BatchState, toBatchEvent } from './batch-state.ts'
import { settleDeletedBatch } from './credits.ts'

/**
 * Settles the credits of unfinished batches when their project is deleted, and ends the subscriptions to these batches.
 * The caller holds the lock on the project and deletes the batches afterwards.
 */
export async function settleDeletedBatches(
  tx: Transaction,
  { id: projectId, organizationId }: { id: string; organizationId: string },
): Promise<void> {
  for (const batch of await lockUnfinished(tx.db, projectId)) {
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
