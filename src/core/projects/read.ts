import { authorize, requireOrganizationId, requireProjectId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { type ProjectRecord, toProjectRecord } from './row.ts'

/**
 * Returns the project of a project key.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function readOwnProject({ ctx }: { ctx: Ctx }): Promise<ProjectRecord> {
  return readProject({ ctx, input: { id: requireProjectId(ctx) } })
}

/**
 * Returns a project by id, to its own key and to members of its organization.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's project
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

/**
 * Returns projects by id, in the given order, with null for each project that is missing or belongs to another tenant.
 */
export async function readProjects({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProjectRecord | null)[]> {
  const { actor } = ctx
  // A project key can read its own project, an organization key none, and a member all projects of the organization.
  const ids = input.ids.filter(
    (id) => isUuid(id) && (actor.type !== 'key' || id.toLowerCase() === actor.projectId),
  )
  const projects = await ctx.db.prisma.project.findMany({
    where: { id: { in: ids }, organizationId: requireOrganizationId(ctx) },
    include: { competitors: true },
  })
  return inIdOrder(input.ids, projects, toProjectRecord)
}
