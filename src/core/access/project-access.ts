import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { badFields } from '../foundation/parse.ts'
import { requireOrganizationId, requireProjectId } from './authorize.ts'
import type { LockedProjectId } from './visible.ts'

/**
 * Returns the filter for the projects that the caller may change; every query must include it. A project key may change
 * its own project, an organization key or a member all projects of the organization, and an operator every project.
 * `authorize` decides separately whether the caller may make changes at all.
 */
export function ownProjects(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  if (actor.type === 'operator') return { organizationId: { not: null } }
  const organizationId = requireOrganizationId(ctx)
  if (actor.type === 'key' && actor.projectId !== null) return { organizationId, id: actor.projectId }
  return { organizationId }
}

/**
 * Returns the filter for the projects that the caller may read prompts, runs and results of; every such query must
 * include it. A project key may read its own project, an organization key none, a member all projects of the
 * organization, and an operator every project.
 */
export function readableProjects(ctx: Ctx): Prisma.ProjectWhereInput {
  const { actor } = ctx
  const changeable = ownProjects(ctx)
  return actor.type === 'key' && actor.projectId === null
    ? { AND: [changeable, { id: { in: [] } }] }
    : changeable
}

/** SQL version of {@link readableProjects} for a `project o`. The first parameters are {@link readableValues}. */
export const READABLE = 'o.organization_id = $1 AND ($2 OR o.id = $3::uuid)'

/**
 * Returns the parameters of {@link READABLE}: the organization, whether all of its projects are readable, and otherwise
 * the readable project, or null for none.
 */
export function readableValues(ctx: Ctx): [string, boolean, string | null] {
  const { actor } = ctx
  return [requireOrganizationId(ctx), actor.type !== 'key', actor.type === 'key' ? actor.projectId : null]
}

/**
 * Returns the project id of a request. A project key always means its own project and must not pass an id; a member
 * must pass one. The result has not been checked: {@link lockOwnProject} and {@link readableProjects} check the tenant.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST on `projectId`; NOT_FOUND for a malformed id
 */
export function resolveProject(ctx: Ctx, projectId: string | undefined): string {
  if (ctx.actor.type === 'key') {
    if (projectId !== undefined) throw badFields({ projectId: 'is not a known field; remove it' })
    return requireProjectId(ctx)
  }
  if (projectId === undefined) throw badFields({ projectId: 'is required' })
  if (!isUuid(projectId)) throw notFound('Project')
  return projectId
}

/** Input of an operation, with the project id that members must pass. */
export type WithProjectId<Input> = Input & { projectId?: string }

/**
 * Splits a request into its project id and the rest of its input. A `projectId` that was passed with a key stays in the
 * rest, where the schema rejects it together with all other invalid fields.
 * @throws {AppError} as {@link resolveProject}
 */
export function splitProjectId<Input extends object>(
  ctx: Ctx,
  input: WithProjectId<Input>,
): { projectId: string; body: Input } {
  if (ctx.actor.type === 'key') return { projectId: requireProjectId(ctx), body: input }
  const { projectId, ...body } = input
  return { projectId: resolveProject(ctx, projectId), body: body as unknown as Input }
}

/** Columns of a locked project that operations need when they change its prompts, competitors or schedule. */
export interface LockedProject {
  id: LockedProjectId
  /** Version before the change. */
  version: number
  organizationId: string
  defaultProviders: string[]
}

/**
 * Version of a project that a change is based on. The change is refused if another change of the project's settings came
 * first.
 */
export const expectedVersionSchema = z
  .int('must be a whole number')
  .optional()
  .describe(
    '`version` of the project that the change is based on. If the project has changed since, nothing is changed, and the error is CONFLICT.',
  )

/**
 * Locks a project of the caller's organization until the transaction ends. This serializes changes to its prompts,
 * competitors and schedule, so that limits and unique names hold. Concurrent transactions can still insert rows that
 * refer to the project.
 * @throws {AppError} `gone`, by default NOT_FOUND, if the organization has no such project; CONFLICT if its version is not
 *   `expectedVersion`
 */
export async function lockOwnProject(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  id: string,
  {
    gone = notFound('Project'),
    expectedVersion,
  }: { gone?: AppError; expectedVersion?: number | undefined } = {},
): Promise<LockedProject> {
  const [project] = await db.$queryRaw<LockedProject[]>`
    SELECT id, organization_id AS "organizationId", default_providers AS "defaultProviders", version FROM project
    WHERE id = ${id}::uuid AND organization_id = ${requireOrganizationId(ctx)}::uuid FOR NO KEY UPDATE`
  if (!project) throw gone
  checkVersion(project.version, expectedVersion)
  return project
}

/**
 * Refuses a change that is based on another version of the project. Without an expected version, it is allowed.
 * @throws {AppError} CONFLICT
 */
export function checkVersion(version: number, expectedVersion: number | undefined): void {
  if (expectedVersion === undefined || expectedVersion === version) return
  throw new AppError(
    'CONFLICT',
    `The project has changed: its version is ${version}, not ${expectedVersion}. Fetch it again, and repeat the change.`,
    { fieldErrors: { expectedVersion: `is not the current version ${version}` } },
  )
}

/**
 * Returns the error for a deleted project in operations without a documented 404 in REST: UNAUTHORIZED for a key,
 * because the key was deleted with its project, and NOT_FOUND for a member.
 */
export function projectGone({ actor }: Ctx): AppError {
  return actor.type === 'key'
    ? new AppError('UNAUTHORIZED', 'The project of this key was deleted, and the key with it.')
    : notFound('Project')
}
