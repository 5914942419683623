import type { Batch } from '../../generated/prisma/client.ts'
import { halfWidthOf, isNarrowEnough } from '../../metrics/narrow-enough.ts'
import type { Ctx } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { transaction } from '../foundation/transaction.ts'
import { addToBacklog } from './backlog.ts'
import { toBatchEvent } from './batch-state.ts'
import { queueUnitsOf } from './dispatch.ts'
import { type Rounds, roundsPlan } from './rounds-state.ts'

/**
 * Returns the state of the rounds of a batch after its last unit: the current half width, and the reason to stop, or
 * null if another round is needed. Returns null for a batch without rounds. The result depends only on recorded data,
 * so all processes come to the same decision.
 */
export async function roundsAfter(ctx: Ctx, batch: Batch): Promise<Rounds | null> {
  const parsed = roundsPlan(batch)
  if (!parsed) return null
  const { plan, state } = parsed
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
 * Starts the next round of a batch: adds its units in one transaction and queues them. Returns without changes if
 * another process has started the round, or if the batch was cancelled or deleted in the meantime. If the process dies
 * after the commit, the sweep queues the units.
 * @param rounds the result of {@link roundsAfter}
 */
export async function startRound(ctx: Ctx<SecretDeps>, batch: Batch, rounds: Rounds): Promise<void> {
  const plan = roundsPlan(batch)?.plan
  if (!plan) return
  const { id, total } = batch
  const last = Math.min(rounds.replicates + plan.replicates, plan.atMost)
  const questions = total / rounds.replicates
  const ids = Array.from({ length: questions * (last - rounds.replicates) }, () => newId())
  const isStarted = await transaction(ctx, async (tx) => {
    const [changed] = await tx.db.batch.updateManyAndReturn({
      // The total differs between rounds, so a round that another process has started does not match.
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
      INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, persona, replicate)
      SELECT u.id, ${id}::uuid, q.ordinal + q.next - 1, q.prompt_ordinal, q.provider, q.location, q.persona, q.next
      FROM (
        SELECT r.ordinal, r.prompt_ordinal, r.provider, r.location, r.persona, n.next,
          row_number() OVER (ORDER BY r.ordinal, n.next) AS position
        FROM result r CROSS JOIN generate_series(${rounds.replicates + 1}::int, ${last}::int) AS n (next)
        WHERE r.batch_id = ${id}::uuid AND r.replicate = 1) q
      JOIN unnest(${ids}::uuid[]) WITH ORDINALITY AS u (id, position) USING (position)`
    await addToBacklog(ctx, tx.db, changed)
    tx.publish(toBatchEvent(changed))
    return true
  })
  if (isStarted) await queueUnitsOf(ctx, id)
}

/**
 * Returns, for each prompt with answers, the number of answers and how many of them mention the brand. `isAnswered` is
 * whether at least one question of the last round did not fail.
 * @param before the last replicate of the previous round
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
