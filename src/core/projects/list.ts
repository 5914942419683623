import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { type ProjectRecord, recordOf } from './record.ts'
import { ownProjects } from './scope.ts'

/**
 * The projects of the caller's organization by their creation, a page and one more where there is more: of a project key its
 * own, of an organization key those it may change, which without admin are none, of a member all.
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
    where: { AND: [where, listed(ctx)] },
    ...rest,
    include: { competitors: true },
  })
  return inListOrder(projects.map(recordOf), page)
}

/** How many projects that list holds. */
export async function countProjects({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'organization:read')
  return ctx.db.prisma.project.count({ where: listed(ctx) })
}

function listed(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  const none = actor.type === 'key' && actor.projectId === null && !actor.admin
  return none ? { id: { in: [] } } : ownProjects(ctx)
}
