import type { z } from 'zod'
import type { Competitor } from '../../generated/prisma/client.ts'
import { readableProjects } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import type { competitorDefinition } from './definition.ts'

/** A competitor with its project. */
export interface CompetitorRecord extends z.output<typeof competitorDefinition> {
  projectId: string
}

/** Returns the public fields of a competitor row, and its project id. */
export function toCompetitorRecord(competitor: Competitor): CompetitorRecord {
  const { id, projectId, name, url, aliases, domains, createdAt } = competitor
  return { id, projectId, name, url, aliases, domains, createdAt }
}

/** Returns competitors by id, in the given order; null for a missing competitor or an unreadable project. */
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
  return inIdOrder(input.ids, competitors, toCompetitorRecord)
}
