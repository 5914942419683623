import type { Prisma } from '../../generated/prisma/client.ts'
import type { BatchTrigger } from '../../generated/prisma/enums.ts'
import { type BatchRecord, toBatchRecord } from '../batches/row.ts'
import { startBatch } from '../batches/start.ts'
import type { Transaction } from '../context.ts'
import { AppError } from '../errors.ts'
import { snapshotOf } from '../snapshot.ts'

/**
 * Starts a run: every active prompt of a project, once for each of its providers and locations, ordered by creation of the
 * prompt, then by provider and location.
 * @throws {AppError} BAD_REQUEST without an active prompt; NOT_FOUND without the project
 */
export async function startRun(
  tx: Transaction,
  { projectId, trigger, now }: { projectId: string; trigger: BatchTrigger; now?: Date },
): Promise<BatchRecord> {
  const snapshot = await snapshotOf(tx.db, projectId)
  const { organizationId } = await tx.db.project.findUniqueOrThrow({ where: { id: projectId } })
  const prompts = await tx.db.prompt.findMany({
    where: askedPrompts(projectId),
    orderBy: { id: 'asc' },
    include: { tags: { include: { tag: true } } },
  })
  if (prompts.length === 0)
    throw new AppError('BAD_REQUEST', 'The project has no active prompt; add one or activate one.')
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
    replicates: 1,
    paid: false,
    ...(now && { createdAt: now }),
  })
  return toBatchRecord(batch)
}

/** The tokens of the providers that a run of a project asks now; empty without an active prompt. */
export async function providersOfRun(db: Prisma.TransactionClient, projectId: string): Promise<string[]> {
  const prompts = await db.prompt.findMany({ where: askedPrompts(projectId), select: { providers: true } })
  return [...new Set(prompts.flatMap(({ providers }) => providers))].toSorted()
}

function askedPrompts(projectId: string) {
  return { projectId, active: true, deletedAt: null }
}
