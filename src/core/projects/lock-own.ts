import type { Prisma } from '../../generated/prisma/client.ts'
import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { type AppError, notFound } from '../errors.ts'

/** What those who change the contents of a project need to know of it. */
export interface LockedProject {
  id: string
  organizationId: string
  defaultProviders: string[]
}

/**
 * Locks a project of the caller's organization until the transaction ends: of those who change its prompts, competitors
 * or schedule one goes after the other, so that limits and unique names hold. Others may still refer to the project.
 * @throws {AppError} NOT_FOUND, or `gone`
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
