import { z } from 'zod'
import type { RateState } from '../admission.ts'
import { authorize } from '../authorize.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { limitsOf } from '../organizations/plans.ts'
import { parse } from '../parse.ts'
import { lockOwnProject, projectGone, resolveProject } from '../project-access.ts'
import { nextRunAfterTrigger } from '../schedules/next-run.ts'
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

/** The run that {@link triggerRun} started. */
export interface TriggeredRun {
  run: BatchRecord
  /** The next weekly run; null without an enabled schedule. */
  nextRunAt: Date | null
  /** The state of the project's limit of manual runs. */
  rate: RateState
}

/**
 * Starts a run of all active prompts of a project; a member names the project, a project key does not.
 * @throws {AppError} for a deleted project NOT_FOUND to a member and UNAUTHORIZED to its key; FORBIDDEN where the plan has no
 *   manual runs; {@link ManualRunLimitError} for a second run within seven days or while one is in progress; BAD_REQUEST
 *   without an active prompt. Whatever it throws, nothing was started.
 */
export async function triggerRun({ ctx, input }: { ctx: Ctx; input: TriggerInput }): Promise<TriggeredRun> {
  authorize(ctx, 'runs:start')
  const request = parse(inputSchema, input)
  const projectId = resolveProject(ctx, request.projectId)
  return transaction(ctx, async (tx) => {
    const { organizationId } = await lockOwnProject(ctx, tx.db, projectId, projectGone(ctx))
    const organization = await tx.db.organization.findUniqueOrThrow({ where: { id: organizationId } })
    if (!limitsOf(organization).manualRuns) {
      throw new AppError('FORBIDDEN', `Manual runs need a subscription; the plan is ${organization.plan}.`)
    }
    // Read under the lock, so that runs have the order of their start times.
    const now = ctx.now()
    await checkManualRunLimit(tx.db, { projectId, now })
    const run = await startRun(tx, { projectId, trigger: 'manual', now })
    const { reschedule } = request
    const nextRunAt = await nextRunAfterTrigger(tx.db, { projectId, reschedule, triggeredAt: now })
    return { run, nextRunAt, rate: manualRunRate(now) }
  })
}
