import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { readableProjects } from '../projects/scope.ts'
import { type CompetitorRecord, recordOf } from './record.ts'

/** Competitors by id, in the order asked for; null for a missing one and for one of a project the caller may not look into. */
export async function readCompetitors({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(CompetitorRecord | null)[]> {
  const competitors = await ctx.db.prisma.competitor.findMany({
    where: { id: { in: input.ids.filter(isUuid) }, project: readableProjects(ctx) },
  })
  const found = new Map(competitors.map((competitor) => [competitor.id, recordOf(competitor)]))
  return input.ids.map((id) => found.get(id.toLowerCase()) ?? null)
}
