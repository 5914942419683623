import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { readableProjects } from '../projects/scope.ts'
import { recordOf, type TagRecord } from './record.ts'

/**
 * A page of the tags of a project in the order of their creation, those of no prompt included, and one item more where
 * there is more. None for another tenant's project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listTags({
  ctx,
  input: { projectId, page },
}: {
  ctx: Ctx
  input: { projectId: string; page: Page }
}): Promise<TagRecord[]> {
  authorize(ctx, 'prompts:read')
  const { where, ...cut } = idPage(page)
  const tags = await ctx.db.prisma.tag.findMany({
    where: { AND: [where, { projectId, project: readableProjects(ctx) }] },
    ...cut,
  })
  return inListOrder(tags.map(recordOf), page)
}

/**
 * How many tags the project has.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function countTags({
  ctx,
  input: { projectId },
}: {
  ctx: Ctx
  input: { projectId: string }
}): Promise<number> {
  authorize(ctx, 'prompts:read')
  return ctx.db.prisma.tag.count({ where: { projectId, project: readableProjects(ctx) } })
}
