import type { Ctx } from '../context.ts'

/**
 * Forgets sessions that have ended.
 * @returns how many
 */
export async function sweepSessions({ ctx }: { ctx: Ctx }): Promise<number> {
  const { count } = await ctx.db.prisma.session.deleteMany({ where: { expiresAt: { lte: ctx.now() } } })
  return count
}
