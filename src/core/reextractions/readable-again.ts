import { Prisma } from '../../generated/prisma/client.ts'
import type { Summary } from '../../metrics/definitions.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'

/**
 * SQL condition on {@link RESULT_AS_SHOWN} `r` joined with `artifact f`. Matches results that can be extracted again:
 * results with an answer, and failed results with a response that could not be parsed.
 */
export const READABLE_AGAIN = `(r.text IS NOT NULL
  OR r.status = 'failed' AND r.error->>'code' = 'UNREADABLE_ANSWER' AND f.result_id IS NOT NULL)`

/** Returns how many results of an ended batch a re-extraction processes. */
export async function countReadableAgain(
  db: Prisma.TransactionClient,
  { id, summary }: { id: string; summary: Summary | null },
): Promise<number> {
  if (!summary) return 0
  const { ok, refused, notShown, failed } = summary.results
  // Takes the other counts from the summary, because counting hundreds of thousands of answers per run of a project
  // would be slow.
  return ok + refused + notShown + (failed === 0 ? 0 : await countUnparsed(db, id))
}

async function countUnparsed(db: Prisma.TransactionClient, batchId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${Prisma.raw(RESULT_AS_SHOWN)} r JOIN artifact f ON f.result_id = r.id
    WHERE r.batch_id = ${batchId}::uuid AND r.status = 'failed' AND ${Prisma.raw(READABLE_AGAIN)}`
  return row?.count ?? 0
}
