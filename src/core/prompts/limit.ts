import type { Prisma } from '../../generated/prisma/client.ts'
import type { LockedProject } from '../access/project-access.ts'
import { AppError } from '../foundation/errors.ts'
import { limitsOf } from '../organizations/limits.ts'

/**
 * Checks the plan's limit of prompts per project. Updates and deletions are always allowed, even in a project above the
 * limit. Concurrent calls cannot exceed the limit.
 * @throws {AppError} PROMPT_LIMIT_EXCEEDED
 */
export async function checkPromptLimit(
  db: Prisma.TransactionClient,
  project: LockedProject,
  { created, deleted }: { created: number; deleted: number },
): Promise<void> {
  if (created === 0) return
  const organization = await db.organization.findUniqueOrThrow({ where: { id: project.organizationId } })
  const existing = await db.prompt.count({ where: { projectId: project.id, deletedAt: null } })
  const limit = limitsOf(organization).promptsPerProject
  const after = existing - deleted + created
  if (after <= limit) return
  throw new AppError(
    'PROMPT_LIMIT_EXCEEDED',
    `The ${organization.plan} plan allows ${limit} prompts per project, and this change would result in ${after}. No changes were made.`,
  )
}
