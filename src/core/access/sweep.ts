import type { Ctx } from '../foundation/context.ts'

/**
 * Deletes expired sessions, invitations, password reset links and sign-in links.
 * @returns the number of deleted rows
 */
export async function sweepAccess({ ctx }: { ctx: Ctx }): Promise<number> {
  const { session, invitation, passwordReset, signInLink } = ctx.db.prisma
  const where = { expiresAt: { lte: ctx.now() } }
  const deleted = await Promise.all([
    session.deleteMany({ where }),
    invitation.deleteMany({ where }),
    passwordReset.deleteMany({ where }),
    signInLink.deleteMany({ where }),
  ])
  return deleted.reduce((sum, { count }) => sum + count, 0)
}
