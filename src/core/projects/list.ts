import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { ownProjects } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { idPage, inListOrder, type Page } from '../foundation/page.ts'
import { type ProjectRecord, toProjectRecord } from './row.ts'

/**
 * Returns a page of the projects of the caller's organization, ordered by creation, plus one extra project if there are
 * more. A member sees all projects, and so does an organization key with the scope admin. A project key sees only its own
 * project; an organization key without it sees none.
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

/** Returns the total number of projects in all pages of {@link listProjects}. */
export async function countProjects({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'organization:read')
  return ctx.db.prisma.project.count({ where: listedProjects(ctx) })
}

function listedProjects(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  const none = actor.type === 'key' && actor.projectId === null && !actor.scopes.includes('admin')
  return none ? { id: { in: [] } } : ownProjects(ctx)
}
