import { askUnit } from '../core/batches/ask.ts'
import { dispatchBatch } from '../core/batches/dispatch.ts'
import { sweepBatches } from '../core/batches/sweep.ts'
import type { Ctx, Services } from '../core/context.ts'
import { expectedError } from '../core/database-errors.ts'
import { sweepIdempotency } from '../core/idempotency/claim.ts'
import { newId } from '../core/ids.ts'
import { sweepInvitations } from '../core/invitations/sweep.ts'
import { type Job, type JobOutcome, jobIdOf, jobSchema } from '../core/jobs.ts'
import { sweepMetrics } from '../core/measurements/remeasure.ts'
import { sweepPasswordResets } from '../core/password-resets/sweep.ts'
import { forgetRefusals } from '../core/providers/circuits.ts'
import { reextract } from '../core/reextractions/reextract.ts'
import { sweepReextractedResults, sweepReextractions } from '../core/reextractions/sweep.ts'
import { startScheduledRuns } from '../core/runs/start-scheduled.ts'
import { sweepSessions } from '../core/sessions/sweep.ts'
import { runSetup } from '../core/setup/run.ts'
import { sweepSetups } from '../core/setup/sweep.ts'
import { sweepSignInLinks } from '../core/sign-in-links/sweep.ts'
import { deliverWebhook } from '../core/webhooks/deliver.ts'
import { sweepWebhooks } from '../core/webhooks/queue.ts'
import { isDatabaseUnavailable } from '../infra/database-unavailable.ts'
import type { Queues } from '../infra/queue.ts'
import { askQueue, REEXTRACT_QUEUE, SETUP_QUEUE, WEBHOOK_QUEUE, WORK_QUEUE } from './queue.ts'

/** Milliseconds. */
const SWEEP_INTERVAL = 30_000

/** The running workers and the sweep of a process. */
export interface Workers {
  /** Resumes work when the database is back after a loss: jobs that were lost with it are released, and all that is due is queued. */
  resume(): Promise<void>
  /** Stops the sweep; closing the queues stops their workers. */
  stop(): void
}

/**
 * Starts workers for all queues, and the sweep, which runs at once, every 30 s, and when the queue was away and is back.
 * @param options.alone no other process has workers on this database: all unfinished work was left by a process that died,
 *   and is queued again at once
 */
export async function startWorkers(
  services: Services,
  queues: Queues,
  { alone }: { alone: boolean },
): Promise<Workers> {
  const { logger, providers } = services.deps
  const logUnlessAway = (error: unknown, message: string) => {
    // That the queue or the database is away is logged by itself, once.
    if (expectedError(error)?.code !== 'SERVICE_UNAVAILABLE') logger.error({ error }, message)
  }
  const onError = (error: Error) => logUnlessAway(error, 'a job failed; it will be retried')
  const running = new Map<string, Promise<JobOutcome>>()
  const handle = async ({ data, tries }: { data: object; tries: number }) => {
    const job = jobSchema.parse(data)
    const id = jobIdOf(job)
    // A job that the queue has lost is queued again although it still runs here: nothing is asked twice for it.
    const outcome = running.get(id) ?? perform(contextOf(services, job.name), job, tries)
    running.set(id, outcome)
    const result = await outcome.catch(againIfUnavailable).finally(() => running.delete(id))
    if ('done' in result) return null
    return { delay: result.again, pausesQueue: result.queueWaits ?? false }
  }
  // Jobs of a dead process would stay locked for a while. They are deleted: the sweep queues all work that is due by the database.
  if (alone)
    await Promise.all(
      [WORK_QUEUE, SETUP_QUEUE, WEBHOOK_QUEUE, REEXTRACT_QUEUE, ...providers.tokens().map(askQueue)].map(
        (name) => queues.clear(name),
      ),
    )
  await forgetRefusals(services)
  queues.work(WORK_QUEUE, { concurrency: 4, rateLimit: null, onError }, handle)
  queues.work(WEBHOOK_QUEUE, { concurrency: 20, rateLimit: null, onError }, handle)
  queues.work(SETUP_QUEUE, { concurrency: 2, rateLimit: null, onError }, handle)
  queues.work(REEXTRACT_QUEUE, { concurrency: 1, rateLimit: null, onError }, handle)
  for (const { id, concurrency, rateLimit } of providers.list()) {
    queues.work(askQueue(id), { concurrency, rateLimit, onError }, handle)
  }
  await queues.ready()
  const sweep = (idleFor?: number) => {
    const ctx = contextOf(services, 'sweep')
    const sweeps = [
      sweepBatches({ ctx, input: idleFor === undefined ? {} : { idleFor } }),
      sweepReextractions({ ctx, input: idleFor === undefined ? {} : { idleFor } }),
      sweepMetrics({ ctx }),
      sweepSetups({ ctx, input: idleFor === undefined ? {} : { idleFor } }),
      sweepWebhooks({ ctx }),
      sweepIdempotency({ ctx }),
      sweepSessions({ ctx }),
      sweepInvitations({ ctx }),
      sweepPasswordResets({ ctx }),
      sweepSignInLinks({ ctx }),
      sweepReextractedResults({ ctx }),
      startScheduledRuns({ ctx }),
    ]
    for (const one of sweeps) {
      one.catch((error) => logUnlessAway(error, 'a sweep failed; the next one is in 30 s'))
    }
  }
  sweep(alone ? 0 : undefined)
  queues.onReturn(() => sweep(0))
  const timer = setInterval(() => sweep(), SWEEP_INTERVAL)
  return {
    async resume() {
      await queues.releaseLost(new Date())
      sweep(0)
    },
    stop: () => clearInterval(timer),
  }
}

/** Milliseconds. With the growing delays of other failures a job would wait for minutes after the database is back. */
const DATABASE_RETRY = 1_000

/** A job that failed because the database cannot be used runs again soon, which does not count as an attempt. */
function againIfUnavailable(error: unknown): JobOutcome {
  if (isDatabaseUnavailable(error)) return { again: DATABASE_RETRY }
  throw error
}

async function perform(ctx: Ctx, job: Job, tries: number): Promise<JobOutcome> {
  switch (job.name) {
    case 'dispatch':
      await dispatchBatch({ ctx, input: job })
      return { done: true }
    case 'ask':
      return askUnit({ ctx, input: { unitId: job.unitId, tries } })
    case 'reextract':
      await reextract({ ctx, input: { reextractionId: job.reextractionId, tries } })
      return { done: true }
    case 'setup':
      await runSetup({ ctx, input: job })
      return { done: true }
    case 'webhook':
      return deliverWebhook({ ctx, input: job })
  }
}

function contextOf(services: Services, name: string): Ctx {
  return { ...services, actor: { type: 'job', name }, requestId: newId() }
}
