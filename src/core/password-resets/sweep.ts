import type { Ctx } from '../context.ts'

/**
 * Deletes expired links for a new password.
 * @returns the number of deleted links
 */
export async function sweepPasswordResets({ ctx }: { ctx: Ctx }): Promise<number> {
  const { count } = await ctx.db.prisma.passwordReset.deleteMany({
    where: { expiresAt: { lte: ctx.now() } },
  })
  return count
}
