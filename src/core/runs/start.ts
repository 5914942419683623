import type { BatchTrigger } from '../../generated/prisma/enums.ts'
import { type BatchRecord, recordOf } from '../batches/batch-record.ts'
import { startBatch } from '../batches/start.ts'
import { AppError } from '../errors.ts'
import { snapshotOf } from '../projects/snapshot.ts'
import type { Transaction } from '../transaction.ts'

/**
 * Starts a run: every active prompt of a project, once for each of its providers and locations, in the order of the prompts'
 * creation, of the providers' names and of the locations' (contract §3 "Results list").
 * @throws {AppError} BAD_REQUEST without an active prompt; NOT_FOUND without the project
 */
export async function startRun(
  tx: Transaction,
  { projectId, trigger, now }: { projectId: string; trigger: BatchTrigger; now?: Date },
): Promise<BatchRecord> {
  const snapshot = await snapshotOf(tx.db, projectId)
  const { organizationId } = await tx.db.project.findUniqueOrThrow({ where: { id: projectId } })
  const prompts = await tx.db.prompt.findMany({
    where: { projectId, active: true, deletedAt: null },
    orderBy: { id: 'asc' },
    include: { tags: { include: { tag: true } } },
  })
  if (prompts.length === 0) throw new AppError('BAD_REQUEST', 'The project has no active prompt to run.')
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
  return recordOf(batch)
}
