import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { settleDeletedBatches } from '../batches/delete.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { retryDeadlock } from '../foundation/database-errors.ts'
import { notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import { publishDeletedReextractions } from '../reextractions/transitions.ts'

/**
 * Deletes a project and everything in it: prompts, schedule, runs, async analyses, results, proposals and keys. Jobs in
 * progress stop when they find their rows missing, and unspent reserved credits are refunded. The project's keys stop
 * working on all servers within 3 s, and subscriptions to its analyses complete.
 * @throws {AppError} FORBIDDEN if the caller is not an admin; NOT_FOUND, including for another organization's project
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
  // Concurrent jobs that store answers may lock the same rows in the opposite order.
  await retryDeadlock(() => transaction(ctx, (tx) => remove(ctx, tx, id)))
  return { id, deleted: true }
}

async function remove(ctx: Ctx, tx: Transaction, id: string): Promise<void> {
  const organizationId = ctx.actor.type === 'operator' ? null : requireOrganizationId(ctx)
  const { db } = tx
  // The lock prevents new analyses of the project from starting.
  const [project] = await db.$queryRaw<{ organizationId: string; displayName: string }[]>`
    SELECT organization_id AS "organizationId", display_name AS "displayName" FROM project
    WHERE id = ${id}::uuid AND (${organizationId}::uuid IS NULL OR organization_id = ${organizationId}::uuid)
    FOR UPDATE`
  if (!project) throw notFound('Project')
  await settleDeletedBatches(tx, { id, organizationId: project.organizationId })
  await publishDeletedReextractions(tx, id)
  // Runs are deleted before the project. Otherwise deleting the prompts would update the rows of every old run one by
  // one.
  await db.batch.deleteMany({ where: { projectId: id } })
  await db.project.delete({ where: { id } })
  const { displayName: target } = project
  const event = { organizationId: project.organizationId, action: 'project.deleted', target } as const
  await recordAudit(db, ctx, event)
  tx.publish({ projectId: id, changed: 'deleted' })
}
