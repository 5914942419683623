import type { Ctx } from '../foundation/context.ts'

/**
 * Deletes expired sessions and links.
 * @returns the number of deleted rows
 */
export async function sweepAccess({ ctx }: { ctx: Ctx }): Promise<number> {
  const { session, invitation, passwordReset, signInLink, setupLink } = ctx.db.prisma
  const where = { expiresAt: { lte: ctx.now() } }
  const deleted = await Promise.all([
    session.deleteMany({ where }),
    invitation.deleteMany({ where }),
    passwordReset.deleteMany({ where }),
    signInLink.deleteMany({ where }),
    setupLink.deleteMany({ where }),
  ])
  return deleted.reduce((sum, { count }) => sum + count, 0)
}
