import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import { PARSER_VERSION } from '../../providers/driver.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { lockHistory } from '../measurements/adjacent-runs.ts'
import { snapshotSchema } from '../snapshot.ts'
import { transaction } from '../transaction.ts'
import { startReextraction } from './start.ts'

/** Batches found by one statement. */
const PAGE = 500

/**
 * Queues a re-extraction of every ended run and async analysis, of all organizations, that was read by older parsers or rules
 * than those of this version; each keeps the brand and competitors it has. Those with an unfinished re-extraction are left out,
 * because it reads by this version too. Operators only. Repeated, it queues what is still out of date.
 * @returns how many were queued
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

/** The next batches after one, the oldest first. */
async function outdatedBatches(ctx: Ctx, after: string | null): Promise<string[]> {
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    `SELECT b.id FROM batch b
     WHERE b.finished_at IS NOT NULL AND ($1::uuid IS NULL OR b.id > $1)
       AND (coalesce(b.parser_version, 0) < $2 OR coalesce(b.extraction_version, 0) < $3)
       AND NOT EXISTS (SELECT FROM reextraction r WHERE r.batch_id = b.id AND r.status IN ('queued', 'running'))
     ORDER BY b.id LIMIT ${PAGE}`,
    [after, PARSER_VERSION, EXTRACTION_VERSION],
  )
  return rows.map(({ id }) => id)
}

/** False for a batch that was deleted meanwhile. */
async function queue(ctx: Ctx, id: string): Promise<boolean> {
  const found = await ctx.db.prisma.batch.findUnique({ where: { id }, select: { projectId: true } })
  if (!found) return false
  return transaction(ctx, async (tx) => {
    if (found.projectId) await lockHistory(tx.db, found.projectId)
    const batch = await tx.db.batch.findUnique({ where: { id }, select: { snapshot: true } })
    if (!batch) return false
    const snapshot = snapshotSchema.parse(batch.snapshot)
    await startReextraction(tx, { batchId: id, snapshot, now: ctx.now() })
    return true
  })
}
