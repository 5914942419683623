import { authorize, organizationOf } from '../authorize.ts'
import { settleDeletedBatches } from '../batches/delete.ts'
import type { Ctx, Transaction } from '../context.ts'
import { retryDeadlock } from '../database-errors.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { publishDeletedReextractions } from '../reextractions/transitions.ts'
import { transaction } from '../transaction.ts'

/**
 * Deletes a project with everything below it: prompts, schedule, runs, async analyses, results, proposals and keys. Jobs in
 * progress find their rows missing and end; reserved credits that were not spent are refunded. The keys of the project are
 * refused everywhere within 3 s, and subscriptions to its analyses complete.
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
  // Answers that are being recorded may lock rows in the opposite order.
  await retryDeadlock(() => transaction(ctx, (tx) => remove(ctx, tx, id)))
  return { id, deleted: true }
}

async function remove(ctx: Ctx, tx: Transaction, id: string): Promise<void> {
  const organizationId = ctx.actor.type === 'operator' ? null : organizationOf(ctx)
  const { db } = tx
  // The lock keeps new analyses of the project from starting.
  const [project] = await db.$queryRaw<{ organizationId: string }[]>`
    SELECT organization_id AS "organizationId" FROM project
    WHERE id = ${id}::uuid AND (${organizationId}::uuid IS NULL OR organization_id = ${organizationId}::uuid)
    FOR UPDATE`
  if (!project) throw notFound('Project')
  await settleDeletedBatches(tx, { id, organizationId: project.organizationId })
  await publishDeletedReextractions(tx, id)
  // Before the project: deleting its prompts first would update the rows of every old run one by one.
  await db.batch.deleteMany({ where: { projectId: id } })
  await db.project.delete({ where: { id } })
  tx.publish({ projectId: id, changed: 'deleted' })
}
