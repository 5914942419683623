import type { Prisma } from '../../generated/prisma/client.ts'
import { AppError } from '../errors.ts'
import { limitsOf } from '../organizations/plans.ts'
import type { LockedProject } from '../project-access.ts'

/**
 * Checks the plan's limit of prompts per project. Updates and deletions are never refused, also not in a project above the
 * limit. The caller holds the lock of the project, so that concurrent calls cannot exceed it.
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
    `The ${organization.plan} plan allows ${limit} prompts in a project; there would be ${after}. Nothing was changed.`,
  )
}
