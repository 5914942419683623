import { authorize } from '../access/authorize.ts'
import { lockOwnProject } from '../access/project-access.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { transaction } from '../foundation/transaction.ts'
import { findWebhook } from './read.ts'

/**
 * Deletes a webhook of a project, with its deliveries, and returns its id. Pending messages are not sent. For keys of the
 * project, and for admins.
 * @throws {AppError} FORBIDDEN; NOT_FOUND
 */
export async function deleteWebhook({
  ctx,
  input: { webhookId },
}: {
  ctx: Ctx
  input: { webhookId: string }
}): Promise<string> {
  authorize(ctx, 'project-webhooks:manage')
  const { id, projectId, url } = await findWebhook(ctx, webhookId)
  return transaction(ctx, async ({ db }) => {
    const { organizationId } = await lockOwnProject(ctx, db, projectId)
    const { count } = await db.projectWebhook.deleteMany({ where: { id, projectId } })
    if (count === 0) throw notFound('Webhook')
    await recordAudit(db, ctx, { organizationId, action: 'webhook.deleted', target: url })
    return id
  })
}
