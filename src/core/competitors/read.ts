import type { z } from 'zod'
import type { Competitor } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { readableProjects } from '../project-access.ts'
import type { competitorDefinition } from './definition.ts'

/** A competitor, and whose it is. */
export interface CompetitorRecord extends z.output<typeof competitorDefinition> {
  projectId: string
}

/** The public part of a competitor row. */
export function toCompetitorRecord(competitor: Competitor): CompetitorRecord {
  const { id, projectId, name, url, aliases, domains, createdAt } = competitor
  return { id, projectId, name, url, aliases, domains, createdAt }
}

/** Competitors by id, in the given order; null for a missing one and for one of a project the caller may not read. */
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
