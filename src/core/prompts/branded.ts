import { readableProjects } from '../access/project-access.ts'
import { createBrandTest } from '../brands/branded.ts'
import { snapshotOf } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'

/**
 * Returns whether prompts name the current brand of their project or one of its aliases, by prompt id. Answers to such
 * prompts favor the brand. False for a prompt that the caller may not read.
 */
export async function areBranded({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<boolean[]> {
  const prompts = await ctx.db.prisma.prompt.findMany({
    where: { id: { in: ids.filter(isUuid) }, project: readableProjects(ctx) },
    select: { id: true, text: true, projectId: true },
  })
  const branded = new Set<string>()
  for (const projectId of new Set(prompts.map((prompt) => prompt.projectId))) {
    const isBranded = createBrandTest(await snapshotOf(ctx.db.prisma, projectId))
    for (const prompt of prompts)
      if (prompt.projectId === projectId && isBranded(prompt.text)) branded.add(prompt.id)
  }
  return ids.map((id) => branded.has(id.toLowerCase()))
}
