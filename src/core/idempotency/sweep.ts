import type { Ctx } from '../context.ts'

/**
 * Forgets answers whose time is over.
 * @returns how many
 */
export async function sweepIdempotency({ ctx }: { ctx: Ctx }): Promise<number> {
  const { count } = await ctx.db.prisma.idempotencyRecord.deleteMany({
    where: { expiresAt: { lte: ctx.now() } },
  })
  return count
}
