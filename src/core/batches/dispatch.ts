import type { Ctx } from '../foundation/context.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { loadCredentialsIfChanged } from '../provider-credentials/load.ts'
import { BATCH_STATE, type BatchState, toBatchEvent } from './batch-state.ts'

/** Units queued per statement. */
const PAGE = 1_000

interface PendingUnit {
  id: string
  ordinal: number
  provider: string
  organizationId: string
}

/** Marks a batch as running and queues every unit without an outcome. Safe to run again at any time. */
export async function dispatchBatch({
  ctx,
  input,
}: {
  ctx: Ctx<SecretDeps>
  input: { batchId: string }
}): Promise<void> {
  const { batchId } = input
  const { rows } = await ctx.db.pool.query<BatchState>(
    `UPDATE batch SET status = 'running', started_at = $2, changed_at = $2, seq = seq + 1
     WHERE id = $1 AND status = 'queued' RETURNING ${BATCH_STATE}`,
    [batchId, ctx.now()],
  )
  if (rows[0]) ctx.deps.events.publish(toBatchEvent(rows[0]))
  await queuePending(ctx, batchId)
}

/**
 * Queues all pending units of a batch, page by page. Units that are already queued are not queued twice. If a provider
 * was renamed and has its old token as an alias, its units enter the queue of the new token.
 */
export async function queuePending(ctx: Ctx<SecretDeps>, batchId: string): Promise<void> {
  await loadCredentialsIfChanged(ctx)
  const { providers } = ctx.deps
  const credentialsVersion = providers.version()
  let after = -1
  for (;;) {
    const { rows } = await ctx.db.pool.query<PendingUnit>({
      name: 'pending-units',
      text: `SELECT r.id, r.ordinal, r.provider, b.organization_id AS "organizationId"
             FROM result r JOIN batch b ON b.id = r.batch_id
             WHERE r.batch_id = $1 AND r.status = 'pending' AND r.ordinal > $2 ORDER BY r.ordinal LIMIT ${PAGE}`,
      values: [batchId, after],
    })
    if (rows.length === 0) return
    await ctx.deps.queue.add(
      rows.map(({ id, provider, organizationId }) => {
        const found = providers.of(organizationId).find(provider)
        return {
          name: 'ask',
          batchId,
          unitId: id,
          provider: found?.id ?? provider,
          account: found?.account ?? null,
          credentialsVersion,
        }
      }),
    )
    after = rows.at(-1)?.ordinal ?? after
  }
}
