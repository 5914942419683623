import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { ownProjects } from '../project-access.ts'
import { type ProjectRecord, toProjectRecord } from './row.ts'

/**
 * A page of the projects of the caller's organization, ordered by creation, and one more if there are more: a project key sees
 * its own, an organization key all if it has admin and otherwise none, a member all.
 */
export async function listProjects({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<ProjectRecord[]> {
  authorize(ctx, 'organization:read')
  const { where, ...rest } = idPage(page)
  const projects = await ctx.db.prisma.project.findMany({
    where: { AND: [where, listedProjects(ctx)] },
    ...rest,
    include: { competitors: true },
  })
  return inListOrder(projects.map(toProjectRecord), page)
}

/** How many projects {@link listProjects} has in all its pages. */
export async function countProjects({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'organization:read')
  return ctx.db.prisma.project.count({ where: listedProjects(ctx) })
}

function listedProjects(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  const none = actor.type === 'key' && actor.projectId === null && !actor.admin
  return none ? { id: { in: [] } } : ownProjects(ctx)
}
