import { authorize, organizationOf, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { type ProjectRecord, toProjectRecord } from './row.ts'

/**
 * The project of a project key.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function readOwnProject({ ctx }: { ctx: Ctx }): Promise<ProjectRecord> {
  return readProject({ ctx, input: { id: projectOf(ctx) } })
}

/**
 * A project by its id, for its own key and for members of its organization.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's
 */
export async function readProject({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string }
}): Promise<ProjectRecord> {
  authorize(ctx, 'project:read')
  const [project] = await readProjects({ ctx, input: { ids: [input.id] } })
  if (!project) throw notFound('Project')
  return project
}

/** Projects by id, in the given order; null for a missing one and for another tenant's. */
export async function readProjects({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProjectRecord | null)[]> {
  const { actor } = ctx
  // A project key reads its own project, an organization key none; a member reads all of the organization's.
  const ids = input.ids.filter(
    (id) => isUuid(id) && (actor.type !== 'key' || id.toLowerCase() === actor.projectId),
  )
  const projects = await ctx.db.prisma.project.findMany({
    where: { id: { in: ids }, organizationId: organizationOf(ctx) },
    include: { competitors: true },
  })
  return inIdOrder(input.ids, projects, toProjectRecord)
}
