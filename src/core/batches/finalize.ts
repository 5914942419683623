import { summarize } from '../../metrics/summarize.ts'
import type { Ctx } from '../context.ts'
import { moveCredits } from '../credits/move.ts'
import { transaction } from '../transaction.ts'
import { toEvent } from './change.ts'
import { loadMeasured } from './measured.ts'
import { type Snapshot, snapshotSchema } from './snapshot.ts'

/**
 * Ends a batch whose units are all done: status, refunds for failed units, the summary. Does nothing for one that is
 * not at its end or has ended, so that whoever notices may call it.
 */
export async function finalizeBatch({ ctx, input }: { ctx: Ctx; input: { batchId: string } }): Promise<void> {
  const { batchId } = input
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch || batch.finishedAt || batch.completed + batch.failed < batch.total) return
  const snapshot: Snapshot = snapshotSchema.parse(batch.snapshot)
  const summary = summarize(await loadMeasured(ctx.db, batchId, snapshot))
  await transaction(ctx, async (tx) => {
    const status =
      batch.failed === 0 ? 'completed' : batch.failed === batch.total ? 'failed' : 'partially_completed'
    const paid = batch.creditsReserved > 0
    const creditsRefunded = paid ? batch.failed : 0
    const creditsCharged = batch.creditsReserved - creditsRefunded
    const [ended] = await tx.db.batch.updateManyAndReturn({
      where: { id: batchId, finishedAt: null },
      data: {
        status,
        summary,
        creditsCharged,
        creditsRefunded,
        finishedAt: ctx.now(),
        changedAt: ctx.now(),
        seq: { increment: 1 },
      },
    })
    if (!ended) return
    if (paid) {
      const entry = { organizationId: batch.organizationId, cause: `batch:${batchId}` }
      await moveCredits(tx.db, { ...entry, kind: 'charge', credits: creditsCharged })
      if (creditsRefunded > 0)
        await moveCredits(tx.db, { ...entry, kind: 'refund', credits: creditsRefunded })
    }
    tx.publish(toEvent(ended))
  })
}
