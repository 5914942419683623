import type { Batch } from '../../generated/prisma/client.ts'
import { halfWidthOf, isNarrowEnough } from '../../metrics/narrow-enough.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { transaction } from '../transaction.ts'
import { toBatchEvent } from './batch-state.ts'
import { queuePending } from './dispatch.ts'
import { type Rounds, roundsPlan } from './rounds-state.ts'

/**
 * The state of the rounds of a batch whose units are all done: the half width that it has now, and why no further round is asked, null
 * where one is. Null for a batch without rounds. It depends on nothing but what is recorded, so that all who ask get the same.
 */
export async function roundsAfter(ctx: Ctx, batch: Batch): Promise<Rounds | null> {
  const known = roundsPlan(batch)
  if (!known) return null
  const { plan, state } = known
  const { counts, isAnswered } = await countAnswers(ctx, batch.id, {
    before: (state.begun - 1) * plan.replicates,
  })
  return { ...state, halfWidth: halfWidthOf(counts), stopped: reason() }

  function reason(): Rounds['stopped'] {
    if (batch.cancelled) return 'cancelled'
    if (isNarrowEnough(counts, plan.halfWidth)) return 'narrow_enough'
    if (state.replicates >= plan.atMost) return 'at_most'
    return isAnswered ? null : 'no_answer'
  }
}

/**
 * Begins the next round of a batch: adds its units, in one transaction, and queues them. Does nothing if another process has begun
 * it, or the batch was cancelled or deleted meanwhile. If the process dies after the commit, the sweep queues the units.
 * @param rounds what {@link roundsAfter} returned
 */
export async function beginRound(ctx: Ctx, batch: Batch, rounds: Rounds): Promise<void> {
  const known = roundsPlan(batch)
  if (!known) return
  const { id, total } = batch
  const last = Math.min(rounds.replicates + known.plan.replicates, known.plan.atMost)
  const questions = total / rounds.replicates
  const ids = Array.from({ length: questions * (last - rounds.replicates) }, () => newId())
  const isBegun = await transaction(ctx, async (tx) => {
    const [changed] = await tx.db.batch.updateManyAndReturn({
      // The total tells the rounds apart.
      where: { id, total, finishedAt: null, cancelled: false },
      data: {
        rounds: { ...rounds, begun: rounds.begun + 1, replicates: last },
        total: { increment: ids.length },
        changedAt: ctx.now(),
        seq: { increment: 1 },
      },
    })
    if (!changed) return false
    await tx.db.$executeRaw`
      INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, replicate)
      SELECT u.id, ${id}::uuid, q.ordinal + q.next - 1, q.prompt_ordinal, q.provider, q.location, q.next
      FROM (
        SELECT r.ordinal, r.prompt_ordinal, r.provider, r.location, n.next,
          row_number() OVER (ORDER BY r.ordinal, n.next) AS position
        FROM result r CROSS JOIN generate_series(${rounds.replicates + 1}::int, ${last}::int) AS n (next)
        WHERE r.batch_id = ${id}::uuid AND r.replicate = 1) q
      JOIN unnest(${ids}::uuid[]) WITH ORDINALITY AS u (id, position) USING (position)`
    tx.publish(toBatchEvent(changed))
    return true
  })
  if (isBegun) await queuePending(ctx, id)
}

/**
 * The answers by prompt of those that have any, and how many of them name the brand; and whether a question of the last round,
 * whose replicates come after `before`, did not fail.
 */
async function countAnswers(
  { db }: Ctx,
  batchId: string,
  { before }: { before: number },
): Promise<{ counts: { present: number; answers: number }[]; isAnswered: boolean }> {
  const { rows } = await db.pool.query<{ present: number; answers: number; done: number }>({
    name: 'round-counts',
    text: `SELECT count(*) FILTER (WHERE status = 'ok')::int AS answers,
             count(*) FILTER (WHERE status = 'ok' AND (first_observation->'brand'->>'mentioned')::boolean)::int AS present,
             count(*) FILTER (WHERE status <> 'failed' AND replicate > $2)::int AS done
           FROM result WHERE batch_id = $1 GROUP BY prompt_ordinal ORDER BY prompt_ordinal`,
    values: [batchId, before],
  })
  return {
    counts: rows.filter(({ answers }) => answers > 0),
    isAnswered: rows.some(({ done }) => done > 0),
  }
}
