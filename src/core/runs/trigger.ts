import { z } from 'zod'
import type { RateState } from '../admission.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx, Transaction } from '../context.ts'
import { AppError } from '../errors.ts'
import { optionalKeySchema, parseWithKey } from '../idempotency/key.ts'
import { once } from '../idempotency/once.ts'
import { limitsOf } from '../organizations/plans.ts'
import { lockOwnProject, projectGone, resolveProject } from '../project-access.ts'
import { checkSomeAvailable } from '../providers/resolve.ts'
import { nextRunAfterTrigger } from '../schedules/next-run.ts'
import { checkManualRunLimit, manualRunRate } from './manual-limit.ts'
import { readRun } from './read.ts'
import { providersOfRun, startRun } from './start.ts'

/** Body of POST /analysis/trigger. */
export const triggerBodySchema = z.strictObject({
  reschedule: z
    .boolean('must be true or false')
    .default(true)
    .describe('Moves the next weekly run to 7 days after this one.'),
})

const inputSchema = triggerBodySchema.extend({ projectId: z.string('must be a text').optional() })
export type TriggerInput = z.input<typeof inputSchema>

/** The run that {@link triggerRun} started. */
export interface TriggeredRun {
  run: BatchRecord
  /** The next weekly run; null without an enabled schedule. */
  nextRunAt: Date | null
  /** The state of the project's limit of manual runs. */
  rate: RateState
}

/** What is stored of a started run with its idempotency key. */
const storedSchema = z.object({ runId: z.string(), nextRunAt: z.coerce.date().nullable() })

/**
 * Starts a run of all active prompts of a project; a member names the project, a project key does not. For 24 hours the same
 * idempotency key and input return the run that the first request started, in its current state.
 * @throws {AppError} for a deleted project NOT_FOUND to a member and UNAUTHORIZED to its key; FORBIDDEN where the plan has no
 *   manual runs; {@link ManualRunLimitError} for a second run within seven days or while one is in progress; CONFLICT for an
 *   idempotency key of another request; BAD_REQUEST without an active prompt; PROVIDER_UNAVAILABLE where none of its providers
 *   can be asked now. Whatever it throws, nothing was started. Where only some cannot be asked, the run starts, and their units
 *   fail unless they can be asked in time.
 */
export async function triggerRun({
  ctx,
  input,
  idempotencyKey,
}: {
  ctx: Ctx
  input: TriggerInput
  idempotencyKey?: string | undefined
}): Promise<TriggeredRun & { replayed: boolean }> {
  authorize(ctx, 'runs:start')
  const { reschedule, projectId: named } = parseWithKey(inputSchema, input, {
    key: idempotencyKey,
    keySchema: optionalKeySchema,
  })
  const projectId = resolveProject(ctx, named)
  const organizationId = organizationOf(ctx)
  const keyed = {
    organizationId,
    projectId,
    key: idempotencyKey,
    request: { operation: 'trigger-run', reschedule },
  }
  const { result, replayed } = await once(ctx, keyed, {
    lock: ({ db }) => lockOwnProject(ctx, db, projectId, projectGone(ctx)),
    // The time is read under the lock, so that runs have the order of their start times.
    work: (tx) => trigger(ctx, tx, { organizationId, projectId, reschedule, now: ctx.now() }),
    schema: storedSchema,
    store: ({ run, nextRunAt }) => ({ runId: run.id, nextRunAt }),
    replay: async ({ runId, nextRunAt }) => {
      const run = await readRun({ ctx, input: { runId } })
      return { run, nextRunAt, rate: manualRunRate(run.createdAt) }
    },
  })
  return { ...result, replayed }
}

async function trigger(
  ctx: Ctx,
  tx: Transaction,
  {
    organizationId,
    projectId,
    reschedule,
    now,
  }: { organizationId: string; projectId: string; reschedule: boolean; now: Date },
): Promise<TriggeredRun> {
  const organization = await tx.db.organization.findUniqueOrThrow({ where: { id: organizationId } })
  if (!limitsOf(organization).manualRuns) {
    throw new AppError('FORBIDDEN', `Manual runs need a subscription; the plan is ${organization.plan}.`)
  }
  await checkManualRunLimit(tx.db, { projectId, now })
  const providers = await providersOfRun(tx.db, projectId)
  if (providers.length > 0) await checkSomeAvailable(ctx, providers, tx.db)
  const run = await startRun(tx, { projectId, trigger: 'manual', now })
  const nextRunAt = await nextRunAfterTrigger(tx.db, { projectId, reschedule, triggeredAt: now })
  return { run, nextRunAt, rate: manualRunRate(now) }
}
