import type { Prisma } from '../../generated/prisma/client.ts'
import type { Plan } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../foundation/context.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { PLANS } from '../organizations/plans.ts'
import { loadCredentialsIfChanged } from '../provider-credentials/load.ts'
import { queueUnits, type WaitingUnit } from './backlog.ts'
import { type Flow, shareQueue } from './share-queue.ts'

/**
 * Number of questions that a queue is filled up to. It must be enough for all workers until the next fill, but a weekly
 * run of another organization waits for all of them.
 */
const FULL = 500
/** A queue with fewer waiting questions is filled. */
const LOW = FULL / 2

/** Maximum number of backlogs to share a queue among per fill. The others have a later turn. */
const FLOW_LIMIT = 500

/** First questions of a batch that are queued immediately, per provider. */
export const FIRST_UNITS = 20
/** Number of unfinished interactive batches above which the batches of an organization wait for their turn. */
const FIRST_BATCHES = 20

/** Milliseconds. Adding to the queue may take a second if it is unavailable. */
const TRANSACTION = { timeout: 30_000, maxWait: 10_000 }

interface BacklogFlow extends Flow {
  batchId: string
  provider: string
}

/**
 * Moves units from the backlog into the queue of a provider if few are left in it. Units of runs and analyses that
 * somebody has started go first, then units of weekly runs. In both groups, organizations share the queue in proportion
 * to the weights of their plans, and the batches of an organization share its part. Returns immediately if another
 * process is filling the queue.
 * @throws {AppError} SERVICE_UNAVAILABLE, without changes, while the queue is unavailable
 */
export async function fillQueue({
  ctx,
  input: { queue },
}: {
  ctx: Ctx<SecretDeps>
  input: { queue: string }
}): Promise<void> {
  if (!(await needsUnits(ctx, queue))) return
  await loadCredentialsIfChanged(ctx)
  await ctx.db.prisma.$transaction(async (db) => {
    const [lock] = await db.$queryRaw<{ free: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtext('fill-queue'), hashtext(${queue})) AS free`
    if (!lock?.free) return
    const { interactive, scheduled } = await ctx.deps.queue.countWaiting(queue)
    if (interactive < LOW) await fill(ctx, db, { queue, scheduled: false, places: FULL - interactive })
    if (scheduled < LOW) await fill(ctx, db, { queue, scheduled: true, places: FULL - scheduled })
  }, TRANSACTION)
}

/** Returns whether a queue has few questions while others wait for it. Most fills end here. */
async function needsUnits(ctx: Ctx, queue: string): Promise<boolean> {
  const { rows } = await ctx.db.pool.query<{ interactive: boolean; scheduled: boolean }>({
    name: 'has-backlog',
    text: `SELECT EXISTS (SELECT FROM unit_backlog WHERE queue = $1 AND NOT scheduled) AS interactive,
             EXISTS (SELECT FROM unit_backlog WHERE queue = $1 AND scheduled) AS scheduled`,
    values: [queue],
  })
  const [backlog] = rows
  if (!backlog?.interactive && !backlog?.scheduled) return false
  const waiting = await ctx.deps.queue.countWaiting(queue)
  return (backlog.interactive && waiting.interactive < LOW) || (backlog.scheduled && waiting.scheduled < LOW)
}

async function fill(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  { queue, scheduled, places }: { queue: string; scheduled: boolean; places: number },
): Promise<void> {
  for (let free = places; free > 0; ) {
    const flows = await nextFlows(db, { queue, scheduled })
    if (flows.length === 0) return
    const units = await takeUnits(db, shareQueue(flows, free))
    await queueUnits(ctx, units, () => (scheduled ? 'scheduled' : 'interactive'))
    free -= units.length
  }
}

/** Returns the backlogs with the lowest turns, and locks them. */
async function nextFlows(
  db: Prisma.TransactionClient,
  { queue, scheduled }: { queue: string; scheduled: boolean },
): Promise<BacklogFlow[]> {
  const rows = await db.$queryRaw<(Omit<BacklogFlow, 'weight'> & { plan: Plan; flows: number })[]>`
    WITH own AS (SELECT organization_id, count(*)::int AS flows FROM unit_backlog
                 WHERE queue = ${queue} AND scheduled = ${scheduled} GROUP BY 1)
    SELECT u.batch_id AS "batchId", u.provider, u.turn, o.plan, own.flows
    FROM unit_backlog u JOIN own USING (organization_id) JOIN organization o ON o.id = u.organization_id
    WHERE u.queue = ${queue} AND u.scheduled = ${scheduled}
    ORDER BY u.turn, u.batch_id LIMIT ${FLOW_LIMIT} FOR UPDATE OF u SKIP LOCKED`
  return rows.map(({ plan, flows, ...row }) => ({ ...row, weight: PLANS[plan].queueWeight / flows }))
}

/** A number of places for the units of a backlog, and its next turn. */
interface Share {
  flow: { batchId: string; provider: string }
  places: number
  turn: number
}

/** Takes the next units of backlogs. Deletes backlogs with fewer units than places. */
async function takeUnits(db: Prisma.TransactionClient, shares: readonly Share[]): Promise<WaitingUnit[]> {
  const batchIds = shares.map(({ flow }) => flow.batchId)
  const providers = shares.map(({ flow }) => flow.provider)
  const places = shares.map((share) => share.places)
  const turns = shares.map(({ turn }) => turn)
  return db.$queryRaw<WaitingUnit[]>`
    WITH share AS (
      SELECT * FROM unnest(${batchIds}::uuid[], ${providers}::text[], ${places}::int[], ${turns}::float8[])
        AS s (batch_id, provider, places, turn)),
    taken AS (
      SELECT r.id, r.ordinal, b.batch_id, b.provider, b.organization_id, s.turn
      FROM share s JOIN unit_backlog b USING (batch_id, provider)
      CROSS JOIN LATERAL (
        SELECT id, ordinal FROM result
        WHERE batch_id = s.batch_id AND provider = s.provider AND status = 'pending' AND ordinal >= b.next_ordinal
        ORDER BY ordinal LIMIT s.places) r),
    served AS (
      SELECT s.batch_id, s.provider, s.turn, count(t.id) = s.places AS has_more, max(t.ordinal) AS last
      FROM share s LEFT JOIN taken t USING (batch_id, provider) GROUP BY s.batch_id, s.provider, s.turn, s.places),
    moved AS (
      UPDATE unit_backlog b SET next_ordinal = s.last + 1, turn = s.turn
      FROM served s WHERE b.batch_id = s.batch_id AND b.provider = s.provider AND s.has_more),
    emptied AS (
      DELETE FROM unit_backlog b USING served s
      WHERE b.batch_id = s.batch_id AND b.provider = s.provider AND NOT s.has_more)
    SELECT id, batch_id AS "batchId", provider, organization_id AS "organizationId" FROM taken
    ORDER BY turn, batch_id, ordinal`
}

/**
 * Queues the first units of a batch that somebody has just started before all others, so that a short analysis ends
 * soon behind any backlog. Has no effect for an organization with many unfinished batches, which would delay others.
 */
export async function queueFirstUnits(
  ctx: Ctx,
  { id, organizationId }: { id: string; organizationId: string | null },
): Promise<void> {
  await ctx.db.prisma.$transaction(async (db) => {
    const flows = await db.$queryRaw<BacklogFlow[]>`
      SELECT batch_id AS "batchId", provider, turn FROM unit_backlog
      WHERE batch_id = ${id}::uuid AND next_ordinal = 0 AND ${FIRST_BATCHES} >= (
        SELECT count(*) FROM batch WHERE status = 'running' AND organization_id = ${organizationId}::uuid
          AND trigger <> 'schedule')
      FOR UPDATE SKIP LOCKED`
    if (flows.length === 0) return
    const shares = flows.map((flow) => ({ flow, places: FIRST_UNITS, turn: flow.turn }))
    await queueUnits(ctx, await takeUnits(db, shares), () => 'first')
  }, TRANSACTION)
}
