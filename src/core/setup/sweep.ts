import type { Ctx } from '../foundation/context.ts'

/** How long a setup may take before the sweep queues it again, in milliseconds. */
const IDLE_TIME = 60_000

/**
 * Queues unfinished setups again, in case a queue was lost or a worker was killed. If a job still exists, it is not
 * added twice.
 * @returns number of queued setups
 */
export async function sweepSetups({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: { idleFor?: number }
}): Promise<number> {
  const projects = await ctx.db.prisma.project.findMany({
    where: {
      setupStatus: { in: ['queued', 'running'] },
      updatedAt: { lte: new Date(ctx.now().getTime() - (input.idleFor ?? IDLE_TIME)) },
    },
    select: { id: true },
    orderBy: { updatedAt: 'asc' },
    take: 100,
  })
  if (projects.length > 0)
    await ctx.deps.queue.add(projects.map(({ id }) => ({ name: 'setup', projectId: id })))
  return projects.length
}
