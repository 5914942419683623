import type { Ctx } from '../context.ts'

/**
 * Deletes expired invitations.
 * @returns the number of deleted invitations
 */
export async function sweepInvitations({ ctx }: { ctx: Ctx }): Promise<number> {
  const { count } = await ctx.db.prisma.invitation.deleteMany({ where: { expiresAt: { lte: ctx.now() } } })
  return count
}
