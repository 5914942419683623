import type { Tag } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { readableProjects } from '../project-access.ts'

/** A tag of a project, for any number of its prompts. */
export interface TagRecord {
  id: string
  projectId: string
  /** As it was first spelled. */
  name: string
  createdAt: Date
}

/** The public part of a tag's row. */
export function toTagRecord({ id, projectId, name, createdAt }: Tag): TagRecord {
  return { id, projectId, name, createdAt }
}

/** Tags by id, in the given order; null for a missing one and for one of a project the caller may not read. */
export async function readTags({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(TagRecord | null)[]> {
  const tags = await ctx.db.prisma.tag.findMany({
    where: { id: { in: input.ids.filter(isUuid) }, project: readableProjects(ctx) },
  })
  return inIdOrder(input.ids, tags, toTagRecord)
}

/**
 * A page of the tags of a project, ordered by creation, and one more if there are more. Tags without a prompt are included.
 * Empty for another tenant's project.
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
  return inListOrder(tags.map(toTagRecord), page)
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
