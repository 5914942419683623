import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { settleDeletedBatches } from '../batches/delete.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { retryDeadlock } from '../foundation/database-errors.ts'
import { notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import { cancelDeletedReextractions } from '../reextractions/transitions.ts'

/**
 * Deletes a project and everything in it: prompts, schedule, runs, async analyses, results, proposals and keys. It is
 * immediately invisible, and its rows are deleted in the background ({@link purgeProject}). Jobs in progress stop, and
 * unspent reserved credits are refunded. The project's keys stop working on all servers within 3 s, and subscriptions to
 * its analyses complete.
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
  const { organizationId: owner } = project
  await settleDeletedBatches(tx, { id, organizationId: owner, now: ctx.now() })
  await cancelDeletedReextractions(tx, id, ctx.now())
  // All statements for a caller require an organization, so rows without one are invisible.
  await db.project.update({ where: { id }, data: { organizationId: null, setupStatus: 'none' } })
  await db.batch.updateMany({ where: { projectId: id }, data: { organizationId: null } })
  await db.webhookDelivery.deleteMany({ where: { batch: { projectId: id } } })
  await db.apiKey.deleteMany({ where: { projectId: id } })
  await db.schedule.deleteMany({ where: { projectId: id } })
  const { displayName: target } = project
  const event = { organizationId: owner, action: 'project.deleted', target } as const
  await recordAudit(db, ctx, event)
  tx.enqueue({ name: 'purge-project', projectId: id })
  tx.publish({ projectId: id, changed: 'deleted' })
}
