import type { Ctx } from '../foundation/context.ts'

/** How long entries of the audit log are kept, in milliseconds: 400 days. */
const AUDIT_LIFETIME = 400 * 24 * 3_600_000

/**
 * Deletes expired sessions and links, and old entries of the audit log.
 * @returns the number of deleted rows
 */
export async function sweepAccess({ ctx }: { ctx: Ctx }): Promise<number> {
  const { session, invitation, passwordReset, signInLink, setupLink, auditEntry } = ctx.db.prisma
  const where = { expiresAt: { lte: ctx.now() } }
  const deleted = await Promise.all([
    session.deleteMany({ where }),
    invitation.deleteMany({ where }),
    passwordReset.deleteMany({ where }),
    signInLink.deleteMany({ where }),
    setupLink.deleteMany({ where }),
    auditEntry.deleteMany({ where: { at: { lte: new Date(ctx.now().getTime() - AUDIT_LIFETIME) } } }),
  ])
  return deleted.reduce((sum, { count }) => sum + count, 0)
}
