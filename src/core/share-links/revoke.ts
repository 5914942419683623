import { authorize } from '../access/authorize.ts'
import { lockOwnProject } from '../access/project-access.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import type { ShareLinkRecord } from './definition.ts'
import { findShareLink, toShareLinkRecord } from './read.ts'

/**
 * Revokes a link, and returns it. Its page answers 410 from now on. A link that was revoked before does not change. For keys of
 * the project with the scope write, and for admins.
 * @throws {AppError} FORBIDDEN; NOT_FOUND
 */
export async function revokeShareLink({
  ctx,
  input: { shareLinkId },
}: {
  ctx: Ctx
  input: { shareLinkId: string }
}): Promise<ShareLinkRecord> {
  authorize(ctx, 'reports:manage')
  const { id, projectId, name } = await findShareLink(ctx, shareLinkId)
  return transaction(ctx, async ({ db }) => {
    const { organizationId } = await lockOwnProject(ctx, db, projectId)
    const { count } = await db.shareLink.updateMany({
      where: { id, projectId, revokedAt: null },
      data: { revokedAt: ctx.now() },
    })
    if (count > 0) await recordAudit(db, ctx, { organizationId, action: 'share_link.revoked', target: name })
    return toShareLinkRecord(await db.shareLink.findUniqueOrThrow({ where: { id } }), ctx.now())
  })
}
