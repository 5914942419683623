import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import { type ChangedRow, toEvent } from '../batches/change.ts'
import type { Ctx } from '../context.ts'
import { moveCredits } from '../credits/move.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { type Transaction, transaction } from '../transaction.ts'

const MOST_ATTEMPTS = 5

/**
 * Deletes a project with everything below it: prompts, schedule, runs, async analyses, results, proposals, keys. Work under
 * way finds nothing when it comes back; credits that were reserved for it and not spent are refunded. The project's keys
 * are good nowhere within 3 s. Whoever watches one of its analyses sees the stream end.
 * @throws {AppError} FORBIDDEN unless an admin asks; NOT_FOUND, also for another organization's project
 */
export async function deleteProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { projectId: string }
}): Promise<{ id: string; deleted: true }> {
  authorize(ctx, 'organization:admin')
  if (!isUuid(input.projectId)) throw notFound('Project')
  const id = input.projectId.toLowerCase()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await transaction(ctx, (tx) => remove(ctx, tx, id))
      return { id, deleted: true }
    } catch (error) {
      // Answers that are being recorded may hold what this waits for, and the other way round; the loser goes again.
      if (attempt === MOST_ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}

async function remove(ctx: Ctx, tx: Transaction, id: string): Promise<void> {
  const organizationId = ctx.actor.type === 'operator' ? null : organizationOf(ctx)
  const { db } = tx
  // From here on no analysis can begin for the project; the batches below are all there are.
  const [project] = await db.$queryRaw<{ organizationId: string }[]>`
    SELECT organization_id AS "organizationId" FROM project
    WHERE id = ${id}::uuid AND (${organizationId}::uuid IS NULL OR organization_id = ${organizationId}::uuid)
    FOR UPDATE`
  if (!project) throw notFound('Project')
  for (const batch of await lockUnfinished(db, id)) {
    if (batch.reserved > 0) await settle(db, project.organizationId, batch)
    // A final state makes whoever watches look again, and find it gone.
    tx.publish(toEvent({ ...batch, projectId: id, seq: batch.seq + 1, status: 'failed' }))
  }
  const underWay = await db.$queryRaw<{ id: string; seq: number }[]>`
    SELECT r.id, r.seq FROM reextraction r JOIN batch b ON b.id = r.batch_id
    WHERE b.project_id = ${id}::uuid AND r.status IN ('queued', 'running')`
  for (const { id: reextractionId, seq } of underWay)
    tx.publish({ reextractionId, projectId: id, seq: seq + 1 })
  // Ahead of the project: its prompts would else be taken out of every old run one by one.
  await db.batch.deleteMany({ where: { projectId: id } })
  await db.project.delete({ where: { id } })
  tx.publish({ projectId: id, changed: 'deleted' })
}

type UnfinishedBatch = Omit<ChangedRow, 'projectId' | 'status'> & { reserved: number }

/** Units first, then batches: the order in which answers are recorded. */
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

/** Answers that were had are paid for; the rest of the reservation goes back. */
async function settle(
  db: Prisma.TransactionClient,
  organizationId: string,
  { id, reserved, completed }: UnfinishedBatch,
): Promise<void> {
  const entry = { organizationId, cause: `batch:${id}` }
  await moveCredits(db, { ...entry, kind: 'charge', credits: completed })
  if (reserved > completed) await moveCredits(db, { ...entry, kind: 'refund', credits: reserved - completed })
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && /deadlock detected|40P01|P2034/.test(error.message + JSON.stringify(error))
}
