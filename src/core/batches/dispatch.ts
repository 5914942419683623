import type { Ctx } from '../foundation/context.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { transaction } from '../foundation/transaction.ts'
import { loadCredentialsIfChanged } from '../provider-credentials/load.ts'
import { addToBacklog, isScheduled } from './backlog.ts'
import { toBatchEvent } from './batch-state.ts'
import { fillQueue, queueFirstUnits } from './fill-queue.ts'

/** Marks a queued batch as running and queues its first units. Safe to run again at any time. */
export async function dispatchBatch({
  ctx,
  input: { batchId },
}: {
  ctx: Ctx<SecretDeps>
  input: { batchId: string }
}): Promise<void> {
  await loadCredentialsIfChanged(ctx)
  await transaction(ctx, async (tx) => {
    const now = ctx.now()
    const [batch] = await tx.db.batch.updateManyAndReturn({
      where: { id: batchId, status: 'queued' },
      data: { status: 'running', startedAt: now, changedAt: now, seq: { increment: 1 } },
    })
    if (!batch) return
    await addToBacklog(ctx, tx.db, batch)
    tx.publish(toBatchEvent(batch))
  })
  await queueUnitsOf(ctx, batchId)
}

/** Queues units of a batch that has been added to the backlog, as far as it is its turn. */
export async function queueUnitsOf(ctx: Ctx<SecretDeps>, batchId: string): Promise<void> {
  const batch = await ctx.db.prisma.batch.findUnique({
    where: { id: batchId },
    select: { id: true, organizationId: true, trigger: true },
  })
  if (!batch) return
  if (!isScheduled(batch)) await queueFirstUnits(ctx, batch)
  const backlogs = await ctx.db.prisma.unitBacklog.findMany({ where: { batchId }, select: { queue: true } })
  const queues = [...new Set(backlogs.map(({ queue }) => queue))]
  await Promise.all(queues.map((queue) => fillQueue({ ctx, input: { queue } })))
}
