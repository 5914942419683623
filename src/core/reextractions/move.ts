import type { Prisma } from '../../generated/prisma/client.ts'
import type { ReextractionStatus } from '../../generated/prisma/enums.ts'
import type { Transaction } from '../transaction.ts'

/** The states in which there is something to do. */
export const UNDER_WAY = ['queued', 'running'] as const

/**
 * Changes a re-extraction that is in one of some states, and tells of it once that holds.
 * @returns whether it was
 */
export async function moveReextraction(
  tx: Pick<Transaction, 'db' | 'publish'>,
  id: string,
  {
    from,
    data,
    now,
  }: {
    from: readonly ReextractionStatus[]
    data: Prisma.ReextractionUpdateManyMutationInput
    now: Date
  },
): Promise<boolean> {
  const [moved] = await tx.db.reextraction.updateManyAndReturn({
    where: { id, status: { in: [...from] } },
    data: { ...data, changedAt: now, seq: { increment: 1 } },
    select: { seq: true, batch: { select: { projectId: true } } },
  })
  const projectId = moved?.batch.projectId
  if (!moved || !projectId) return moved !== undefined
  tx.publish({ reextractionId: id, projectId, seq: moved.seq })
  return true
}

/**
 * Ends a re-extraction before its time: its run stays as it was, and what it has read is dropped by the sweep. Does nothing
 * for one that has ended.
 */
export async function endReextraction(
  tx: Pick<Transaction, 'db' | 'publish'>,
  id: string,
  { status, at }: { status: 'cancelled' | 'failed'; at: Date },
): Promise<void> {
  await moveReextraction(tx, id, { from: UNDER_WAY, data: { status, finishedAt: at }, now: at })
}
