import { Prisma } from '../../generated/prisma/client.ts'
import type { Summary } from '../../metrics/definitions.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'

/**
 * In a statement over {@link RESULT_AS_SHOWN} `r` with its `artifact f`: results with an answer, and those whose response was not
 * understood.
 */
export const READABLE_AGAIN = `(r.text IS NOT NULL
  OR r.status = 'failed' AND r.error->>'code' = 'UNREADABLE_ANSWER' AND f.result_id IS NOT NULL)`

/** How many results of an ended batch a re-extraction reads. */
export async function countReadableAgain(
  db: Prisma.TransactionClient,
  { id, summary }: { id: string; summary: Summary | null },
): Promise<number> {
  if (!summary) return 0
  const { ok, refused, notShown, failed } = summary.results
  // The others are taken from the summary: counting hundreds of thousands of answers in each run of a project would take long.
  return ok + refused + notShown + (failed === 0 ? 0 : await countNotUnderstood(db, id))
}

async function countNotUnderstood(db: Prisma.TransactionClient, batchId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${Prisma.raw(RESULT_AS_SHOWN)} r JOIN artifact f ON f.result_id = r.id
    WHERE r.batch_id = ${batchId}::uuid AND r.status = 'failed' AND ${Prisma.raw(READABLE_AGAIN)}`
  return row?.count ?? 0
}
