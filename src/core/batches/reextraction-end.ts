import type { Prisma } from '../../generated/prisma/client.ts'

/** The states in which there is something to do. */
export const UNDER_WAY = ['queued', 'running'] as const

/**
 * Ends a re-extraction before its time, and drops what it has read: its run stays as it was. Does nothing for one that has
 * ended.
 */
export async function endReextraction(
  db: Prisma.TransactionClient,
  id: string,
  { status, at }: { status: 'cancelled' | 'failed'; at: Date },
): Promise<void> {
  const { count } = await db.reextraction.updateMany({
    where: { id, status: { in: [...UNDER_WAY] } },
    data: { status, finishedAt: at, changedAt: at },
  })
  // Nobody adds to it any more. Whoever dies in between leaves rows that nobody reads, until the run is deleted.
  if (count === 1) await db.reextractedResult.deleteMany({ where: { reextractionId: id } })
}
