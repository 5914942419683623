import type { Prisma } from '../../generated/prisma/client.ts'
import type { Summary } from '../../metrics/summarize.ts'
import { newId } from '../ids.ts'
import type { Transaction } from '../transaction.ts'
import { endReextraction, UNDER_WAY } from './reextraction-move.ts'
import { type ReextractionRecord, reextractionOf } from './reextraction-record.ts'
import { type Snapshot, snapshotSchema } from './snapshot.ts'

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
  const total = await countAnswers(db, batchId)
  const reextraction = await db.reextraction.create({
    data: { id: newId(), batchId, snapshot, total, createdAt: now, changedAt: now },
  })
  tx.enqueue({ name: 'reextract', reextractionId: reextraction.id })
  return reextractionOf(reextraction)
}

/** As the run counted them when it ended: there may be hundreds of thousands, in each run of a project. */
async function countAnswers(db: Prisma.TransactionClient, batchId: string): Promise<number> {
  const { summary } = await db.batch.findUniqueOrThrow({ where: { id: batchId }, select: { summary: true } })
  // Written by `finalizeBatch`.
  return (summary as Summary | null)?.results.ok ?? 0
}

/** The schema gives both the same order of keys. */
function isSame(one: Snapshot, other: Snapshot): boolean {
  return JSON.stringify(one) === JSON.stringify(snapshotSchema.parse(other))
}
