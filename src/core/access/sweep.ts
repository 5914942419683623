import type { Ctx } from '../foundation/context.ts'

/**
 * Deletes expired sessions, links, and records of OAuth, and the records of apps whose key was revoked.
 * @returns the number of deleted rows
 */
export async function sweepAccess({ ctx }: { ctx: Ctx }): Promise<number> {
  const { session, invitation, passwordReset, signInLink, setupLink, oauthRecord } = ctx.db.prisma
  const where = { expiresAt: { lte: ctx.now() } }
  const deleted = await Promise.all([
    session.deleteMany({ where }),
    invitation.deleteMany({ where }),
    passwordReset.deleteMany({ where }),
    signInLink.deleteMany({ where }),
    setupLink.deleteMany({ where }),
    oauthRecord.deleteMany({ where: { OR: [where, { key: { revokedAt: { not: null } } }] } }),
  ])
  return deleted.reduce((sum, { count }) => sum + count, 0)
}
