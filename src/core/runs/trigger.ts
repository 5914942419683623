import { z } from 'zod'
import type { RateState } from '../admission.ts'
import { authorize } from '../authorize.ts'
import type { BatchRecord } from '../batches/batch-record.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { limitsOf } from '../organizations/plans.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { requestedProject } from '../projects/requested.ts'
import { nextRunAfterTrigger } from '../schedules/after-trigger.ts'
import { transaction } from '../transaction.ts'
import { checkManualRunLimit, manualRunRate } from './manual-limit.ts'
import { startRun } from './start.ts'

/** Body of POST /analysis/trigger. */
export const triggerBodySchema = z.strictObject({
  reschedule: z
    .boolean('must be true or false')
    .default(true)
    .describe('Moves the next weekly run to 7 days after this one.'),
})

const inputSchema = triggerBodySchema.extend({ projectId: z.string('must be a text').optional() })
export type TriggerInput = z.input<typeof inputSchema>

export interface TriggeredRun {
  run: BatchRecord
  /** The next weekly run; null without an enabled schedule. */
  nextRunAt: Date | null
  /** The state of the project's limit of manual runs. */
  rate: RateState
}

/**
 * Queues a run of all active prompts of a project now; a member names the project, a key has one.
 * @throws {AppError} NOT_FOUND to a member, UNAUTHORIZED to a key of a deleted project; FORBIDDEN without a subscription; {@link ManualRunLimitError} for a second run within seven
 *   days or while one is in progress; BAD_REQUEST without an active prompt. Whatever it throws, nothing was started.
 */
export async function triggerRun({ ctx, input }: { ctx: Ctx; input: TriggerInput }): Promise<TriggeredRun> {
  authorize(ctx, 'runs:start')
  const request = parse(inputSchema, input)
  const projectId = requestedProject(ctx, request.projectId)
  return transaction(ctx, async (tx) => {
    const { organizationId } = await lockOwnProject(ctx, tx.db, projectId, projectGone(ctx))
    const organization = await tx.db.organization.findUniqueOrThrow({ where: { id: organizationId } })
    if (!limitsOf(organization).manualRuns) {
      throw new AppError('FORBIDDEN', `Manual runs need a subscription; the plan is ${organization.plan}.`)
    }
    // Read under the lock, so that of two runs the later began later.
    const now = ctx.now()
    await checkManualRunLimit(tx.db, { projectId, now })
    const run = await startRun(tx, { projectId, trigger: 'manual', now })
    const { reschedule } = request
    const nextRunAt = await nextRunAfterTrigger(tx.db, { projectId, reschedule, triggeredAt: now })
    return { run, nextRunAt, rate: manualRunRate(now) }
  })
}

/** This endpoint knows no 404 (specification §4): a key whose project was deleted was deleted too. */
function projectGone({ actor }: Ctx): AppError {
  return actor.type === 'key'
    ? new AppError('UNAUTHORIZED', 'The project of this key was deleted, and the key with it.')
    : notFound('Project')
}
