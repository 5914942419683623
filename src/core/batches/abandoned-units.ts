import type { Ctx } from '../foundation/context.ts'
import type { BatchEndDeps } from './batch-end.ts'
import { failPending } from './fail-pending.ts'
import { noLongerConfigured } from './unit-errors.ts'

/**
 * Milliseconds without any worker for a provider after which its units fail. This is longer than a deployment, during
 * which workers with the old and the new registry run at the same time or start one after another.
 */
export const ABSENCE = 10 * 60_000

/** Maximum milliseconds between two sweeps; after a longer pause this process counts as interrupted. */
const MAX_PAUSE = 2 * 60_000

/** First and last time of an uninterrupted series of provider announcements by this process. */
interface Watch {
  since: Date
  last: Date
}

/** Watches by database. */
const watches = new WeakMap<Ctx['db'], Watch>()

/** Stores that a worker with the providers of this process is running. Every sweep calls this. */
export async function announceProviders(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const registries = ctx.deps.providers.all()
  const tokens = [
    ...new Set(
      registries.flatMap((registry) => registry.list().flatMap(({ id, aliases }) => [id, ...aliases])),
    ),
  ]
  await ctx.db.pool.query({
    name: 'announce-providers',
    text: `INSERT INTO provider_worker (provider, seen_at) SELECT token, $2 FROM unnest($1::text[]) AS token
           -- Ordered, so that processes that write the same rows concurrently wait for each other instead of deadlocking.
           ORDER BY token
           ON CONFLICT (provider) DO UPDATE SET seen_at = greatest(provider_worker.seen_at, excluded.seen_at)`,
    values: [tokens, now],
  })
  const watch = watches.get(ctx.db)
  const isContinued = watch !== undefined && now.getTime() - watch.last.getTime() <= MAX_PAUSE
  watches.set(ctx.db, { since: isContinued ? watch.since : now, last: now })
}

/**
 * Fails the pending units of batches if no worker has had their provider for {@link ABSENCE}. Without this they would
 * stay pending forever, because no worker takes them from the queue, and their credits would stay reserved. A process
 * that has not been sweeping for that long itself fails none: after an outage, the worker with the provider may start
 * later than this one.
 */
export async function failAbandonedUnits(ctx: Ctx<BatchEndDeps>, batchIds: readonly string[]): Promise<void> {
  const before = new Date(ctx.now().getTime() - ABSENCE)
  const watch = watches.get(ctx.db)
  if (!watch || watch.since > before) return
  const { rows } = await ctx.db.pool.query<{ batchId: string; provider: string }>({
    name: 'abandoned-providers',
    text: `SELECT DISTINCT r.batch_id AS "batchId", r.provider FROM result r
           WHERE r.batch_id = ANY ($1::uuid[]) AND r.status = 'pending' AND NOT EXISTS (
             SELECT FROM provider_worker w WHERE w.provider = r.provider AND w.seen_at > $2)`,
    values: [batchIds, before],
  })
  for (const { batchId, provider } of rows) {
    ctx.deps.logger.warn({ batchId, provider }, 'units failed: no worker has their provider any more')
    await failPending(ctx, batchId, { error: noLongerConfigured(provider), provider, cancelled: false })
  }
}
