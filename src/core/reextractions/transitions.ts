import type { Prisma } from '../../generated/prisma/client.ts'
import type { ReextractionStatus } from '../../generated/prisma/enums.ts'
import type { Transaction } from '../foundation/context.ts'

/** Statuses of an unfinished re-extraction. */
export const UNFINISHED = ['queued', 'running'] as const

/**
 * Changes a re-extraction if its status is in `from`, and publishes the change after the commit.
 * @returns whether its status was in `from`
 */
export async function changeReextraction(
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
  const [changed] = await tx.db.reextraction.updateManyAndReturn({
    where: { id, status: { in: [...from] } },
    data: { ...data, changedAt: now, seq: { increment: 1 } },
    select: { seq: true, batch: { select: { projectId: true } } },
  })
  const projectId = changed?.batch.projectId
  if (!changed || !projectId) return changed !== undefined
  tx.publish({ reextractionId: id, projectId, seq: changed.seq })
  return true
}

/**
 * Ends a re-extraction without publishing it. The results of its run stay unchanged, and the sweep deletes the
 * extracted rows. Does nothing if the re-extraction has already ended.
 */
export async function endReextraction(
  tx: Pick<Transaction, 'db' | 'publish'>,
  id: string,
  { status, at }: { status: 'cancelled' | 'failed'; at: Date },
): Promise<void> {
  await changeReextraction(tx, id, { from: UNFINISHED, data: { status, finishedAt: at }, now: at })
}

/** Cancels the unfinished re-extractions of a project that is being deleted. */
export async function cancelDeletedReextractions(
  tx: Transaction,
  projectId: string,
  at: Date,
): Promise<void> {
  const unfinished = await tx.db.reextraction.findMany({
    where: { batch: { projectId }, status: { in: [...UNFINISHED] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of unfinished) await endReextraction(tx, id, { status: 'cancelled', at })
}
