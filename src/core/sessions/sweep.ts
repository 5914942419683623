import type { Ctx } from '../context.ts'

/**
 * Deletes expired sessions.
 * @returns the number of deleted sessions
 */
export async function sweepSessions({ ctx }: { ctx: Ctx }): Promise<number> {
  const { count } = await ctx.db.prisma.session.deleteMany({ where: { expiresAt: { lte: ctx.now() } } })
  return count
}
