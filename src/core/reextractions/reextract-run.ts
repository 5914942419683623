import { z } from 'zod'
import { authorize } from '../authorize.ts'
import { visibleBatches } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { snapshotOf } from '../projects/snapshot.ts'
import { transaction } from '../transaction.ts'
import type { ReextractionRecord } from './record.ts'
import { startReextraction } from './start.ts'

const inputSchema = z.strictObject({ runId: z.string('must be a text') })

/**
 * Queues that the answers of an ended run are read again, for the brand and the competitors the project has now. No provider
 * is asked and nothing is charged; the run changes at the end, at once. One under way that looks for the same is returned; one
 * that looks for something else is cancelled in favour of this one.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's; CONFLICT while the run has not ended
 */
export async function reextractRun({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ReextractionRecord> {
  authorize(ctx, 'settings:write')
  const { runId } = parse(inputSchema, input)
  if (!isUuid(runId)) throw notFound('Run')
  return transaction(ctx, async (tx) => {
    const run = await tx.db.batch.findFirst({
      where: { AND: [{ id: runId, kind: 'run' }, visibleBatches(ctx)] },
      select: { id: true, projectId: true, finishedAt: true },
    })
    if (!run?.projectId) throw notFound('Run')
    if (!run.finishedAt) throw new AppError('CONFLICT', 'The run has not ended; it can be read again then.')
    await lockOwnProject(ctx, tx.db, run.projectId, notFound('Run'))
    const snapshot = await snapshotOf(tx.db, run.projectId)
    return startReextraction(tx, { batchId: run.id, snapshot, now: ctx.now() })
  })
}
