import { finalStatusOf } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import type { BatchEndDeps, BatchEndStep, EndingBatch } from './batch-end.ts'
import { toBatchEvent } from './batch-state.ts'
import { roundsAfter, startRound } from './rounds.ts'
import type { Rounds } from './rounds-state.ts'

/**
 * Ends a batch after its last unit: sets the final status and runs the steps of all registered handlers
 * (`deps.batchEndHandlers`) in one transaction. If the batch needs another round, starts that round instead. Returns
 * without changes if the batch has pending units, has already ended or was deleted, so that any number of processes may
 * call it at any time.
 */
export async function finalizeBatch(ctx: Ctx<BatchEndDeps>, batchId: string): Promise<void> {
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch || batch.finishedAt || batch.completed + batch.failed < batch.total) return
  const rounds = await roundsAfter(ctx, batch)
  if (rounds?.stopped === null) return startRound(ctx, batch, rounds)
  const ending = { ...batch, rounds, status: finalStatusOf(batch) }
  for (let isDone = false; !isDone; ) isDone = await end(ctx, ending)
}

type Ending = EndingBatch & { rounds: Rounds | null }

/** Ends the batch. Returns false, without writing, if a step was computed from data that has changed since. */
async function end(ctx: Ctx<BatchEndDeps>, { id, rounds, ...batch }: Ending): Promise<boolean> {
  const steps: BatchEndStep[] = []
  for (const handler of ctx.deps.batchEndHandlers) steps.push(await handler(ctx, { id, rounds, ...batch }))
  return transaction(ctx, async (tx) => {
    for (const step of steps) if (step.isCurrent && !(await step.isCurrent(tx))) return false
    const now = ctx.now()
    const columns = Object.assign({ ...(rounds && { rounds }) }, ...steps.map((step) => step.columns))
    const [ended] = await tx.db.batch.updateManyAndReturn({
      where: { id, finishedAt: null },
      data: { ...columns, status: batch.status, finishedAt: now, changedAt: now, seq: { increment: 1 } },
    })
    // Another process has ended the batch in the meantime.
    if (!ended) return true
    for (const step of steps) await step.write?.(tx, ended)
    tx.publish(toBatchEvent(ended))
    return true
  })
}
