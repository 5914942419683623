import { finalStatusOf } from '../batch-status.ts'
import type { BatchEndStep, Ctx, EndingBatch } from '../context.ts'
import { transaction } from '../transaction.ts'
import { toBatchEvent } from './batch-state.ts'
import { beginRound, roundsAfter } from './rounds.ts'
import type { Rounds } from './rounds-state.ts'

/**
 * Ends a batch whose units are all done: sets its final status and carries out the steps of all registered handlers
 * (`deps.batchEndHandlers`) in one transaction. One that is asked in rounds begins the next round instead, if there is to be one.
 * Does nothing for a batch with unfinished units, one that has ended, or one that was deleted, so that it may be called at any
 * time and by several processes at once.
 */
export async function finalizeBatch(ctx: Ctx, batchId: string): Promise<void> {
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch || batch.finishedAt || batch.completed + batch.failed < batch.total) return
  const rounds = await roundsAfter(ctx, batch)
  if (rounds?.stopped === null) return beginRound(ctx, batch, rounds)
  const ending = { ...batch, rounds, status: finalStatusOf(batch) }
  for (let isDone = false; !isDone; ) isDone = await end(ctx, ending)
}

type Ending = EndingBatch & { rounds: Rounds | null }

/** Returns false, with nothing written, when a step was computed from data that has changed since. */
async function end(ctx: Ctx, { id, rounds, ...batch }: Ending): Promise<boolean> {
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
    // Another process has ended it meanwhile.
    if (!ended) return true
    for (const step of steps) await step.write?.(tx, ended)
    tx.publish(toBatchEvent(ended))
    return true
  })
}
