import type { Ctx } from '../foundation/context.ts'
import { askQueue } from '../foundation/jobs.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { loadCredentialsIfChanged } from '../provider-credentials/load.ts'
import { queueUnits, route, type WaitingUnit } from './backlog.ts'
import { FIRST_UNITS, fillQueue } from './fill-queue.ts'

/** Units queued per statement. */
const PAGE = 1_000

/**
 * Queues the pending units of running batches again that have left the backlog, because their jobs may be lost. Units
 * that are still queued are not queued twice. The first units of an interactive batch go before the units of others, so
 * that a short analysis keeps its place in the queue.
 */
export async function requeueUnits(ctx: Ctx<SecretDeps>, batchIds: readonly string[]): Promise<void> {
  await loadCredentialsIfChanged(ctx)
  const requeued = new Map<string, number>()
  let after = { batchId: '00000000-0000-0000-0000-000000000000', ordinal: -1 }
  for (;;) {
    const { rows } = await ctx.db.pool.query<WaitingUnit & { ordinal: number; scheduled: boolean }>({
      name: 'units-to-requeue',
      text: `SELECT r.id, r.batch_id AS "batchId", r.ordinal, r.provider, b.organization_id AS "organizationId",
               b.trigger = 'schedule' AS scheduled
             FROM result r JOIN batch b ON b.id = r.batch_id
             WHERE r.batch_id = ANY ($1::uuid[]) AND r.status = 'pending' AND (r.batch_id, r.ordinal) > ($2, $3)
               AND NOT EXISTS (SELECT FROM unit_backlog u
                 WHERE u.batch_id = r.batch_id AND u.provider = r.provider AND u.next_ordinal <= r.ordinal)
             ORDER BY r.batch_id, r.ordinal LIMIT ${PAGE}`,
      values: [batchIds, after.batchId, after.ordinal],
    })
    const scheduled = new Set(rows.filter((unit) => unit.scheduled).map(({ id }) => id))
    await queueUnits(ctx, rows, ({ id, batchId, provider }) => {
      if (scheduled.has(id)) return 'scheduled'
      const flow = `${batchId} ${provider}`
      const count = (requeued.get(flow) ?? 0) + 1
      requeued.set(flow, count)
      return count <= FIRST_UNITS ? 'first' : 'interactive'
    })
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last
  }
}

/**
 * Fills the queues of all providers with a backlog. Backlogs of an organization whose credentials were added or deleted
 * in the meantime move to its current queue.
 */
export async function fillQueues(ctx: Ctx<SecretDeps>): Promise<void> {
  await loadCredentialsIfChanged(ctx)
  const { rows } = await ctx.db.pool.query<{ organizationId: string; provider: string; queue: string }>({
    name: 'backlog-queues',
    text: `SELECT DISTINCT organization_id AS "organizationId", provider, queue FROM unit_backlog
           ORDER BY queue, provider, organization_id`,
  })
  const queues = new Set<string>()
  for (const { organizationId, provider, queue } of rows) {
    const current = askQueue(route(ctx, { provider, organizationId }))
    queues.add(current)
    if (current !== queue)
      await ctx.db.prisma.unitBacklog.updateMany({
        where: { organizationId, provider, queue },
        data: { queue: current },
      })
  }
  for (const queue of queues) await fillQueue({ ctx, input: { queue } })
}
