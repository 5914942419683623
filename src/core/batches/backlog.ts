import type { Prisma } from '../../generated/prisma/client.ts'
import type { BatchTrigger } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../foundation/context.ts'
import { askQueue, type Job } from '../foundation/jobs.ts'

/*
 * The queue of a provider only has the questions that are asked next. The others wait in `unit_backlog`, with one row
 * per batch and provider. This way, batches share the queue fairly, and its size does not grow with their number.
 */

/** A unit to queue. */
export interface WaitingUnit {
  id: string
  batchId: string
  /** Token of the provider, as in the result. */
  provider: string
  organizationId: string
}

/** Whether a batch is a weekly run. Batches that somebody waits for are asked first. */
export function isScheduled({ trigger }: { trigger: BatchTrigger }): boolean {
  return trigger === 'schedule'
}

/**
 * Puts the pending units of a batch into the backlog, including units that were there before. A batch starts with the
 * lowest turn of the others, so that it neither waits for them nor delays them.
 */
export async function addToBacklog(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  batch: { id: string; organizationId: string | null; trigger: BatchTrigger },
): Promise<void> {
  const { id, organizationId } = batch
  // The batch was deleted.
  if (organizationId === null) return
  const providers = await db.$queryRaw<{ provider: string }[]>`
    SELECT DISTINCT provider FROM result WHERE batch_id = ${id}::uuid AND status = 'pending' ORDER BY provider`
  const tokens = providers.map(({ provider }) => provider)
  const queues = tokens.map((provider) => askQueue(route(ctx, { provider, organizationId })))
  const scheduled = isScheduled(batch)
  await db.$executeRaw`
    INSERT INTO unit_backlog (batch_id, provider, organization_id, queue, scheduled, turn)
    SELECT ${id}::uuid, u.provider, ${organizationId}::uuid, u.queue, ${scheduled}::boolean, coalesce(
      (SELECT min(o.turn) FROM unit_backlog o WHERE o.queue = u.queue AND o.scheduled = ${scheduled}), 0)
    FROM unnest(${tokens}::text[], ${queues}::text[]) AS u (provider, queue)
    ON CONFLICT (batch_id, provider) DO UPDATE SET next_ordinal = 0`
}

/**
 * Returns the provider and the account for the questions of an organization. If a provider was renamed and has its old
 * token as an alias, this is its new token.
 */
export function route(
  ctx: Ctx,
  { provider, organizationId }: { provider: string; organizationId: string },
): { provider: string; account: string | null } {
  const found = ctx.deps.providers.of(organizationId).find(provider)
  return { provider: found?.id ?? provider, account: found?.account ?? null }
}

/** Queues units. Units that are already queued are not queued twice. */
export async function queueUnits(
  ctx: Ctx,
  units: readonly WaitingUnit[],
  urgencyOf: (unit: WaitingUnit) => Extract<Job, { name: 'ask' }>['urgency'],
): Promise<void> {
  if (units.length === 0) return
  const credentialsVersion = ctx.deps.providers.version()
  await ctx.deps.queue.add(
    units.map((unit) => ({
      name: 'ask',
      batchId: unit.batchId,
      unitId: unit.id,
      ...route(ctx, unit),
      credentialsVersion,
      urgency: urgencyOf(unit),
    })),
  )
}
