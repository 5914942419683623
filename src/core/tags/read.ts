import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { readableProjects } from '../projects/scope.ts'
import { recordOf, type TagRecord } from './record.ts'

/** Tags by id, in the order asked for; null for a missing one and for one of a project the caller may not look into. */
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
  const found = new Map(tags.map((tag) => [tag.id, recordOf(tag)]))
  return input.ids.map((id) => found.get(id.toLowerCase()) ?? null)
}
