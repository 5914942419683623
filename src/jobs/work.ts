import { askUnit } from '../core/batches/ask.ts'
import { dispatchBatch } from '../core/batches/dispatch.ts'
import { sweepMetrics } from '../core/batches/remeasure.ts'
import { sweepBatches } from '../core/batches/sweep.ts'
import type { Ctx, Services } from '../core/context.ts'
import { sweepIdempotency } from '../core/idempotency/sweep.ts'
import { newId } from '../core/ids.ts'
import { type Job, jobSchema } from '../core/jobs.ts'
import { sweepSessions } from '../core/members/sweep-sessions.ts'
import { reextract } from '../core/reextractions/reextract.ts'
import { sweepReextractions } from '../core/reextractions/sweep.ts'
import { sweepReadings } from '../core/reextractions/sweep-readings.ts'
import { tickSchedules } from '../core/schedules/tick.ts'
import { runSetup } from '../core/setup/run.ts'
import { sweepSetups } from '../core/setup/sweep.ts'
import { deliverWebhook } from '../core/webhooks/deliver.ts'
import { sweepWebhooks } from '../core/webhooks/sweep.ts'
import type { JobVerdict, Queues } from '../infra/queue.ts'
import { askQueue, REEXTRACT_QUEUE, SETUP_QUEUE, WEBHOOK_QUEUE, WORK_QUEUE } from './queue.ts'

const SWEEP_EVERY = 30_000

export interface Workers {
  /** Stops the sweep; the queues stop by themselves when they are closed. */
  stop(): void
}

/**
 * Begins to work: the queue of every provider, the queue of everything else, and the sweep, at once and every 30 s.
 * `alone`: no other process works on this database, so that whatever is unfinished now was left by a dead one.
 */
export async function startWorkers(
  services: Services,
  queues: Queues,
  { alone }: { alone: boolean },
): Promise<Workers> {
  const { logger, providers } = services.deps
  const onError = (error: Error) => logger.error({ error }, 'a job failed; it will be tried again')
  const handle = (job: { data: object; tries: number }) => {
    const parsed = jobSchema.parse(job.data)
    return perform(contextOf(services, parsed.name), parsed, job.tries)
  }
  // A dead process's jobs stay locked for a while; the database knows the work itself, and the sweep brings it back at once.
  if (alone)
    await Promise.all(
      [WORK_QUEUE, SETUP_QUEUE, WEBHOOK_QUEUE, REEXTRACT_QUEUE, ...providers.tokens().map(askQueue)].map(
        (name) => queues.clear(name),
      ),
    )
  queues.work(WORK_QUEUE, { concurrency: 4, rateLimit: null, onError }, handle)
  queues.work(WEBHOOK_QUEUE, { concurrency: 20, rateLimit: null, onError }, handle)
  queues.work(SETUP_QUEUE, { concurrency: 2, rateLimit: null, onError }, handle)
  queues.work(REEXTRACT_QUEUE, { concurrency: 1, rateLimit: null, onError }, handle)
  for (const { id, concurrency, rateLimit } of providers.list()) {
    queues.work(askQueue(id), { concurrency, rateLimit, onError }, handle)
  }
  const sweep = (still?: number) => {
    const ctx = contextOf(services, 'sweep')
    const sweeps = [
      sweepBatches({ ctx, input: still === undefined ? {} : { still } }),
      sweepReextractions({ ctx, input: still === undefined ? {} : { still } }),
      sweepMetrics({ ctx }),
      sweepSetups({ ctx, input: still === undefined ? {} : { still } }),
      sweepWebhooks({ ctx }),
      sweepIdempotency({ ctx }),
      sweepSessions({ ctx }),
      sweepReadings({ ctx }),
      tickSchedules({ ctx }),
    ]
    for (const one of sweeps) {
      one.catch((error) => logger.error({ error }, 'a sweep failed; it goes again in 30 s'))
    }
  }
  sweep(alone ? 0 : undefined)
  const timer = setInterval(sweep, SWEEP_EVERY)
  return { stop: () => clearInterval(timer) }
}

async function perform(ctx: Ctx, job: Job, tries: number): Promise<JobVerdict> {
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
