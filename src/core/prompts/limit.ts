import type { Prisma } from '../../generated/prisma/client.ts'
import { AppError } from '../errors.ts'
import { limitsOf } from '../organizations/plans.ts'
import type { LockedProject } from '../projects/lock-own.ts'

/**
 * Lets prompts be created while the plan has room for them; changes and deletions never meet a limit, also not those of a
 * project that is above it. The project is locked, so that the last place is taken once.
 * @throws {AppError} PROMPT_LIMIT_EXCEEDED (contract §4)
 */
export async function checkPromptLimit(
  db: Prisma.TransactionClient,
  project: LockedProject,
  { created, deleted }: { created: number; deleted: number },
): Promise<void> {
  if (created === 0) return
  const organization = await db.organization.findUniqueOrThrow({ where: { id: project.organizationId } })
  const living = await db.prompt.count({ where: { projectId: project.id, deletedAt: null } })
  const limit = limitsOf(organization).promptsPerProject
  const after = living - deleted + created
  if (after <= limit) return
  throw new AppError(
    'PROMPT_LIMIT_EXCEEDED',
    `The ${organization.plan} plan allows ${limit} prompts in a project; there would be ${after}. Nothing was changed.`,
  )
}
