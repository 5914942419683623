import type { Ctx } from '../foundation/context.ts'
import { deleteBatch } from '../retention/delete-batch.ts'

/** Milliseconds between two reports of the progress in the log. */
const REPORT_INTERVAL = 10_000

/** Queues the deleted projects that still have rows. @returns their number */
export async function sweepDeletedProjects({ ctx }: { ctx: Ctx }): Promise<number> {
  const projects = await ctx.db.prisma.project.findMany({
    where: { organizationId: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  if (projects.length > 0)
    await ctx.deps.queue.add(projects.map(({ id }) => ({ name: 'purge-project', projectId: id })))
  return projects.length
}

/**
 * Deletes the rows of a deleted project in many short statements, and reports the progress in the log. Continues where
 * an earlier attempt stopped. Safe to run several times, even concurrently.
 */
export async function purgeProject({
  ctx,
  input: { projectId },
}: {
  ctx: Ctx
  input: { projectId: string }
}): Promise<void> {
  const { prisma } = ctx.db
  const isDeleted = { projectId, organizationId: null }
  const { _sum: left } = await prisma.batch.aggregate({ where: isDeleted, _sum: { total: true } })
  let deleted = 0
  let reported = ctx.now().getTime()
  for (;;) {
    const batch = await prisma.batch.findFirst({
      where: isDeleted,
      select: { id: true },
      orderBy: { id: 'asc' },
    })
    if (!batch) break
    deleted += await deleteBatch(ctx, batch.id)
    if (ctx.now().getTime() - reported < REPORT_INTERVAL) continue
    reported = ctx.now().getTime()
    ctx.deps.logger.info(
      { projectId, deleted, results: left.total ?? 0 },
      'deleting the results of a project',
    )
  }
  await prisma.project.deleteMany({ where: { id: projectId, organizationId: null } })
  ctx.deps.logger.info({ projectId, deleted }, 'the rows of a deleted project are gone')
}
