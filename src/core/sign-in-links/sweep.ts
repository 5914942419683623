import type { Ctx } from '../context.ts'

/**
 * Deletes expired links to sign in.
 * @returns the number of deleted links
 */
export async function sweepSignInLinks({ ctx }: { ctx: Ctx }): Promise<number> {
  const { count } = await ctx.db.prisma.signInLink.deleteMany({
    where: { expiresAt: { lte: ctx.now() } },
  })
  return count
}
