import { z } from 'zod'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { type LockedProject, lockOwnProject, projectGone, resolveProject } from '../access/project-access.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { FieldErrorCollector } from '../foundation/field-error-collector.ts'
import { validFieldsOf } from '../foundation/parse.ts'
import { optionalKeySchema, parseWithKey } from '../idempotency/key.ts'
import { runIdempotent } from '../idempotency/run-idempotent.ts'
import type { RateState } from '../keys/admission.ts'
import { limitsOf } from '../organizations/limits.ts'
import { locationsSchema, providersSchema } from '../prompts/question.ts'
import { checkSomeAvailable, resolveProviders } from '../providers/resolve.ts'
import { nextRunAfterTrigger } from '../schedules/next-run.ts'
import type { SpendDeps } from '../spend/limits.ts'
import { checkManualRunLimit, manualRunRate } from './manual-limit.ts'
import { readRun } from './read.ts'
import { providersOfRun, type RunSelection, startRun } from './start.ts'

/** Body of POST /analysis/trigger. */
export const triggerBodySchema = z.strictObject({
  reschedule: z
    .boolean('must be true or false')
    .default(true)
    .describe('Whether to move the next weekly run to 7 days after this run.'),
  providers: providersSchema(50)
    .optional()
    .describe('Asks only these providers, by id or alias; defaults to all providers of each prompt.'),
  locations: locationsSchema
    .optional()
    .describe('Asks only for these locations; defaults to all locations of each prompt.'),
})

const inputSchema = triggerBodySchema.extend({ projectId: z.string('must be a text').optional() })
export type TriggerInput = z.input<typeof inputSchema>

/** Result of {@link triggerRun}. */
export interface TriggeredRun {
  run: BatchRecord
  /** Time of the next weekly run; null if weekly runs are disabled. */
  nextRunAt: Date | null
  /** State of the project's manual run limit. */
  rate: RateState
}

/** Stored outcome of an idempotency key. */
const storedSchema = z.object({ runId: z.string(), nextRunAt: z.coerce.date().nullable() })

/**
 * Starts a run of all active prompts of a project, or of a part of their providers and locations. Members must pass `projectId`; a project key implies it. For 24
 * hours, requests with the same idempotency key and input return the run that the first request started, in its current
 * state.
 *
 * If only some providers are unavailable, the run starts, and their units fail unless they become available in time. If
 * this function throws, no run was started.
 * @throws {AppError} FORBIDDEN if the plan does not include manual runs; {@link ManualRunLimitError} for a second run
 *   within seven days or while one is in progress; CONFLICT for an idempotency key of another request; BAD_REQUEST if
 *   there is no active prompt, or none with the given providers and locations; INVALID_PROVIDER; PROVIDER_UNAVAILABLE if none of the providers is available now; if the project was
 *   deleted, NOT_FOUND for a member and UNAUTHORIZED for its key
 */
export async function triggerRun({
  ctx,
  input,
  idempotencyKey,
}: {
  ctx: Ctx<SpendDeps>
  input: TriggerInput
  idempotencyKey?: string | undefined
}): Promise<TriggeredRun & { replayed: boolean }> {
  authorize(ctx, 'runs:start')
  const { reschedule, projectId: requestedId, ...only } = validate(ctx, input, idempotencyKey)
  const projectId = resolveProject(ctx, requestedId)
  const organizationId = requireOrganizationId(ctx)
  const keyed = {
    organizationId,
    projectId,
    key: idempotencyKey,
    request: { operation: 'trigger-run', reschedule, ...only },
  }
  const { result, replayed } = await runIdempotent(ctx, keyed, {
    lock: ({ db }) => lockOwnProject(ctx, db, projectId, { gone: projectGone(ctx) }),
    // Reads the time while holding the lock, so that runs are ordered by their start times.
    work: (tx, project) => trigger(ctx, tx, { project, reschedule, only, now: ctx.now() }),
    schema: storedSchema,
    store: ({ run, nextRunAt }) => ({ runId: run.id, nextRunAt }),
    replay: async ({ runId, nextRunAt }) => {
      const run = await readRun({ ctx, input: { runId } })
      return { run, nextRunAt, rate: manualRunRate(run.createdAt) }
    },
  })
  return { ...result, replayed }
}

/** Validates the input and replaces the aliases of providers. Reports all invalid fields at once. */
function validate(ctx: Ctx, input: TriggerInput, key: string | undefined): z.output<typeof inputSchema> {
  const problems = new FieldErrorCollector()
  const keyed = { key, keySchema: optionalKeySchema }
  const parsed = problems.check('', () => parseWithKey(inputSchema, input, keyed))
  const { providers } = validFieldsOf(inputSchema, input)
  const resolved = providers && problems.check('', () => resolveProviders(ctx, providers, 'providers'))
  problems.throwIfAny()
  // `parsed` is undefined only if there was a problem, which has been thrown above.
  const valid = parsed as z.output<typeof inputSchema>
  return resolved ? { ...valid, providers: resolved.map(({ id }) => id) } : valid
}

async function trigger(
  ctx: Ctx<SpendDeps>,
  tx: Transaction,
  {
    project,
    reschedule,
    only,
    now,
  }: { project: LockedProject; reschedule: boolean; only: RunSelection; now: Date },
): Promise<TriggeredRun> {
  const { id: projectId, organizationId } = project
  const organization = await tx.db.organization.findUniqueOrThrow({ where: { id: organizationId } })
  if (!limitsOf(organization).manualRuns) {
    throw new AppError(
      'FORBIDDEN',
      `Manual runs require a subscription; the current plan is ${organization.plan}.`,
    )
  }
  await checkManualRunLimit(tx.db, { projectId, now })
  const providers = await providersOfRun(tx.db, projectId, only)
  if (providers.length > 0) await checkSomeAvailable(ctx, providers, tx.db)
  const run = await startRun(tx, { projectId, trigger: 'manual', only, now })
  const nextRunAt = await nextRunAfterTrigger(tx.db, { projectId, reschedule, triggeredAt: now })
  return { run, nextRunAt, rate: manualRunRate(now) }
}
