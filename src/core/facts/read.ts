import { authorize } from '../access/authorize.ts'
import { readableProjects, resolveProject, type WithProjectId } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { readProject } from '../projects/read.ts'
import type { FactRecord } from './definition.ts'
import { toFactRecord } from './row.ts'

/** Returns facts by id, in the given order; null for a missing fact or an unreadable project. */
export async function readFacts({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(FactRecord | null)[]> {
  const facts = await ctx.db.prisma.brandFact.findMany({
    where: { id: { in: ids.filter(isUuid) }, project: readableProjects(ctx) },
  })
  return inIdOrder(ids, facts, toFactRecord)
}

/** Returns the facts of each project, oldest first; empty for a project that the caller may not read. */
export async function listFactsOfProjects({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<FactRecord[][]> {
  authorize(ctx, 'project:read')
  const facts = await ctx.db.prisma.brandFact.findMany({
    where: { projectId: { in: ids.filter(isUuid) }, project: readableProjects(ctx) },
    orderBy: { id: 'asc' },
  })
  return ids.map((id) => facts.filter(({ projectId }) => projectId === id.toLowerCase()).map(toFactRecord))
}

/**
 * Returns the facts of a project, oldest first. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND
 */
export async function listFacts({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: WithProjectId<object>
}): Promise<FactRecord[]> {
  authorize(ctx, 'project:read')
  const { id } = await readProject({ ctx, input: { id: resolveProject(ctx, input.projectId) } })
  const [facts = []] = await listFactsOfProjects({ ctx, input: { ids: [id] } })
  return facts
}

/**
 * Returns a fact of a project that the caller may read.
 * @throws {AppError} NOT_FOUND
 */
export async function findFact(ctx: Ctx, id: string): Promise<FactRecord> {
  const [fact] = await readFacts({ ctx, input: { ids: [id] } })
  if (!fact) throw notFound('Fact')
  return fact
}
