import type { Ctx } from '../context.ts'
import { failPending } from './fail-pending.ts'
import { noLongerConfigured } from './unit-errors.ts'

/**
 * For how long no worker must have had a provider before its units fail, in milliseconds: longer than a deployment in which
 * workers with the old and the new registry run side by side, or start one after the other.
 */
export const ABSENCE = 10 * 60_000

/** The longest pause between two sweeps, in milliseconds, within which this process counts as having seen what other workers stored. */
const LONGEST_PAUSE = 2 * 60_000

/** Since when this process has announced its providers without a long pause, and when it did last. */
interface Watch {
  since: Date
  last: Date
}

/** By database. */
const watches = new WeakMap<Ctx['db'], Watch>()

/** Stores that a worker has the providers of this process; called by every sweep. */
export async function announceProviders(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const tokens = ctx.deps.providers.list().flatMap(({ id, aliases }) => [id, ...aliases])
  await ctx.db.pool.query({
    name: 'announce-providers',
    text: `INSERT INTO provider_worker (provider, seen_at) SELECT token, $2 FROM unnest($1::text[]) AS token
           -- In the order of the tokens, so that processes that write the same rows at the same time wait and do not deadlock.
           ORDER BY token
           ON CONFLICT (provider) DO UPDATE SET seen_at = greatest(provider_worker.seen_at, excluded.seen_at)`,
    values: [tokens, now],
  })
  const watch = watches.get(ctx.db)
  const isContinued = watch !== undefined && now.getTime() - watch.last.getTime() <= LONGEST_PAUSE
  watches.set(ctx.db, { since: isContinued ? watch.since : now, last: now })
}

/**
 * Fails the pending units of a batch whose provider no worker has had for {@link ABSENCE}: nobody takes them from the queue.
 * They would stay pending for ever, with their credits reserved. A process that has not been sweeping for so long itself
 * fails none: after a standstill, also of the database, the worker that has the provider may start later than this one.
 */
export async function failAbandonedUnits(ctx: Ctx, batchId: string): Promise<void> {
  const before = new Date(ctx.now().getTime() - ABSENCE)
  const watch = watches.get(ctx.db)
  if (!watch || watch.since > before) return
  const { rows } = await ctx.db.pool.query<{ provider: string }>({
    name: 'abandoned-providers',
    text: `SELECT DISTINCT r.provider FROM result r
           WHERE r.batch_id = $1 AND r.status = 'pending' AND NOT EXISTS (
             SELECT FROM provider_worker w WHERE w.provider = r.provider AND w.seen_at > $2)`,
    values: [batchId, before],
  })
  for (const { provider } of rows) {
    ctx.deps.logger.warn({ batchId, provider }, 'units failed: no worker has their provider any more')
    await failPending(ctx, batchId, { error: noLongerConfigured(provider), provider, cancelled: false })
  }
}
