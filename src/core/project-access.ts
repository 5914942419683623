import type { Prisma } from '../generated/prisma/client.ts'
import { organizationOf, projectOf } from './authorize.ts'
import type { Ctx } from './context.ts'
import { AppError, notFound } from './errors.ts'
import { isUuid } from './ids.ts'
import { badFields } from './parse.ts'

/**
 * The projects the caller may change, as a condition that every query must contain: a project key its own, an organization
 * key and a member those of the organization, an operator all. `authorize` decides whether it may at all.
 */
export function ownProjects(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  if (actor.type === 'operator') return {}
  const organizationId = organizationOf(ctx)
  if (actor.type === 'key' && actor.projectId !== null) return { organizationId, id: actor.projectId }
  return { organizationId }
}

/**
 * The projects whose contents the caller may read, as a condition that every query of them must contain: a project key its
 * own, an organization key none, a member those of the organization, an operator all.
 */
export function readableProjects(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  const own = ownProjects(ctx)
  return actor.type === 'key' && actor.projectId === null ? { AND: [own, { id: { in: [] } }] } : own
}

/** The same condition in SQL, over a `project o`; its parameters are the first of the statement, {@link readableValues}. */
export const READABLE = 'o.organization_id = $1 AND ($2 OR o.id = $3::uuid)'

/** The values of {@link READABLE}: the organization, whether all of it is readable, and otherwise which project, null for none. */
export function readableValues(ctx: Ctx): [string, boolean, string | null] {
  const { actor } = ctx
  return [organizationOf(ctx), actor.type !== 'key', actor.type === 'key' ? actor.projectId : null]
}

/**
 * The id of the project of a request: a project key must not name one, its own is taken; a member must name one. Does not check
 * that the member's organization has the project: the query of it does.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST on `projectId`; NOT_FOUND for what cannot be an id
 */
export function resolveProject(ctx: Ctx, projectId: string | undefined): string {
  if (ctx.actor.type === 'key') {
    if (projectId !== undefined) throw badFields({ projectId: 'is not a known field; remove it' })
    return projectOf(ctx)
  }
  if (projectId === undefined) throw badFields({ projectId: 'is required' })
  if (!isUuid(projectId)) throw notFound('Project')
  return projectId
}

/** An input in which members name the project. */
export type WithProjectId<Input> = Input & { projectId?: string }

/**
 * Separates the project of a request from the rest of its input. A `projectId` given with a key stays in the rest, whose
 * schema refuses it together with all other wrong fields.
 * @throws {AppError} as {@link resolveProject}
 */
export function splitProjectId<Input extends object>(
  ctx: Ctx,
  input: WithProjectId<Input>,
): { projectId: string; body: Input } {
  if (ctx.actor.type === 'key') return { projectId: projectOf(ctx), body: input }
  const { projectId, ...body } = input
  return { projectId: resolveProject(ctx, projectId), body: body as unknown as Input }
}

/** The columns of a locked project that the verbs which change its contents need. */
export interface LockedProject {
  id: string
  organizationId: string
  defaultProviders: string[]
}

/**
 * Locks a project of the caller's organization until the transaction ends: changes of its prompts, competitors and schedule
 * are made one after the other, so that limits and unique names hold. Concurrent transactions can still insert rows that refer to the project.
 * @throws {AppError} `gone` when there is no such project in the organization, by default NOT_FOUND
 */
export async function lockOwnProject(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  id: string,
  gone: AppError = notFound('Project'),
): Promise<LockedProject> {
  const [project] = await db.$queryRaw<LockedProject[]>`
    SELECT id, organization_id AS "organizationId", default_providers AS "defaultProviders" FROM project
    WHERE id = ${id}::uuid AND organization_id = ${organizationOf(ctx)}::uuid FOR NO KEY UPDATE`
  if (!project) throw gone
  return project
}

/**
 * The error for a deleted project where REST documents no 404: UNAUTHORIZED for a key, which was deleted together with its
 * project, and NOT_FOUND for a member.
 */
export function projectGone({ actor }: Ctx): AppError {
  return actor.type === 'key'
    ? new AppError('UNAUTHORIZED', 'The project of this key was deleted, and the key with it.')
    : notFound('Project')
}
