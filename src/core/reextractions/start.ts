import type { Summary } from '../../metrics/summarize.ts'
import { type Snapshot, snapshotSchema } from '../batches/snapshot.ts'
import { newId } from '../ids.ts'
import type { Transaction } from '../transaction.ts'
import { endReextraction, UNDER_WAY } from './move.ts'
import { type ReextractionRecord, reextractionOf } from './record.ts'

/**
 * Queues that the answers of an ended run are read again for what a snapshot says. One under way that looks for the same is
 * returned as it is; one that looks for something else is cancelled, since what it would say is out of date.
 */
export async function startReextraction(
  tx: Transaction,
  { batchId, snapshot, now }: { batchId: string; snapshot: Snapshot; now: Date },
): Promise<ReextractionRecord> {
  const { db } = tx
  // Of two who ask at the same time the second finds what the first began.
  await db.$queryRaw`SELECT id FROM batch WHERE id = ${batchId}::uuid FOR NO KEY UPDATE`
  const underWay = await db.reextraction.findFirst({ where: { batchId, status: { in: [...UNDER_WAY] } } })
  if (underWay) {
    if (isSame(snapshotSchema.parse(underWay.snapshot), snapshot)) return reextractionOf(underWay)
    await endReextraction(tx, underWay.id, { status: 'cancelled', at: now })
  }
  const { projectId, summary } = await db.batch.findUniqueOrThrow({
    where: { id: batchId },
    select: { projectId: true, summary: true },
  })
  // Written by `finalizeBatch`, and counted once: there may be hundreds of thousands of answers in each run of a project.
  const total = (summary as Summary | null)?.results.ok ?? 0
  const reextraction = await db.reextraction.create({
    data: { id: newId(), batchId, snapshot, total, createdAt: now, changedAt: now },
  })
  tx.enqueue({ name: 'reextract', reextractionId: reextraction.id })
  if (projectId) tx.publish({ reextractionId: reextraction.id, projectId, seq: reextraction.seq })
  return reextractionOf(reextraction)
}

/** The schema gives both the same order of keys. */
function isSame(one: Snapshot, other: Snapshot): boolean {
  return JSON.stringify(one) === JSON.stringify(snapshotSchema.parse(other))
}
