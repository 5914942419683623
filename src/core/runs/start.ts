import type { Prisma } from '../../generated/prisma/client.ts'
import type { BatchTrigger } from '../../generated/prisma/enums.ts'
import { type BatchRecord, toBatchRecord } from '../batches/row.ts'
import { startBatch } from '../batches/start.ts'
import { snapshotOf } from '../brands/snapshot.ts'
import type { Transaction } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'

/**
 * Starts a run that sends every active prompt of a project to each of its providers from each of its locations, as often
 * as the project says.
 * Units are ordered by creation of the prompt, then by provider and location.
 * @throws {AppError} BAD_REQUEST if there is no active prompt; NOT_FOUND if the project does not exist
 */
export async function startRun(
  tx: Transaction,
  { projectId, trigger, now }: { projectId: string; trigger: BatchTrigger; now?: Date },
): Promise<BatchRecord> {
  const snapshot = await snapshotOf(tx.db, projectId)
  const { organizationId, replicates } = await tx.db.project.findUniqueOrThrow({ where: { id: projectId } })
  if (organizationId === null) throw notFound('Project')
  const prompts = await tx.db.prompt.findMany({
    where: activePrompts(projectId),
    orderBy: { id: 'asc' },
    include: { tags: { include: { tag: true } } },
  })
  if (prompts.length === 0)
    throw new AppError('BAD_REQUEST', 'The project has no active prompts. Add or activate one.')
  const batch = await startBatch(tx, {
    kind: 'run',
    trigger,
    organizationId,
    projectId,
    analysisId: null,
    snapshot,
    prompts: prompts.map(({ id, text, providers, locations, tags }) => ({
      text,
      promptId: id,
      tags: tags.map(({ tag }) => tag.name),
      providers: providers.toSorted(),
      locations: locations.toSorted(),
    })),
    replicates,
    paid: false,
    ...(now && { createdAt: now }),
  })
  return toBatchRecord(batch)
}

/** Returns the tokens of the providers that a run of a project would use now. Empty if there is no active prompt. */
export async function providersOfRun(db: Prisma.TransactionClient, projectId: string): Promise<string[]> {
  const prompts = await db.prompt.findMany({ where: activePrompts(projectId), select: { providers: true } })
  return [...new Set(prompts.flatMap(({ providers }) => providers))].toSorted()
}

function activePrompts(projectId: string) {
  return { projectId, active: true, deletedAt: null }
}
