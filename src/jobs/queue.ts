import type { JobQueue } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { type Job, jobIdOf, jobSchema } from '../core/jobs.ts'
import { type QueuedJob, type Queues, QueueUnreachableError } from '../infra/queue.ts'

/** The queue of a job. Each provider has its own, so that a slow one does not delay the others. */
export function queueNameOf(job: Job): string {
  if (job.name === 'ask') return askQueue(job.provider)
  if (job.name === 'setup') return SETUP_QUEUE
  if (job.name === 'reextract') return REEXTRACT_QUEUE
  return job.name === 'webhook' ? WEBHOOK_QUEUE : WORK_QUEUE
}

/** The queue of short jobs on the database. */
export const WORK_QUEUE = 'work'

/** Webhooks have a queue of their own, because a receiver may take long. */
export const WEBHOOK_QUEUE = 'webhook'

/** Setups have a queue of their own, because a site may take long. */
export const SETUP_QUEUE = 'setup'

/** Re-extractions have a queue of their own, because those of a project take long; they are processed one after the other. */
export const REEXTRACT_QUEUE = 'reextract'

/** The queue of the units of a provider. */
export function askQueue(provider: string): string {
  return `ask-${provider}`
}

/** Whole seconds after which a caller may try again. */
const RETRY_AFTER = 2

/** How many jobs that could not be added are remembered, about a megabyte; the sweep finds the others. */
const MAXIMUM_MISSED = 10_000

/**
 * Implements the job queue of core on the queues of the process. Jobs that could not be added because the queue was away are
 * added when it is back; the sweep would find them half a minute later.
 */
export function createJobQueue(queues: Queues): JobQueue {
  let missed: Job[] = []
  queues.onReturn(() => {
    const jobs = missed
    missed = []
    // A failure is left to the sweep.
    if (jobs.length > 0) add(jobs).catch(() => {})
  })

  async function add(jobs: readonly Job[]): Promise<void> {
    const byQueue = new Map<string, QueuedJob[]>()
    for (const job of jobs) {
      const name = queueNameOf(job)
      const waiting = byQueue.get(name) ?? []
      waiting.push({ id: jobIdOf(job), name: job.name, data: jobSchema.parse(job) })
      byQueue.set(name, waiting)
    }
    await Promise.all([...byQueue].map(([name, waiting]) => queues.add(name, waiting))).catch((error) => {
      if (!(error instanceof QueueUnreachableError)) throw error
      missed.push(...jobs.slice(0, MAXIMUM_MISSED - missed.length))
      throw new AppError('SERVICE_UNAVAILABLE', 'The job queue cannot be reached.', {
        retryAfter: RETRY_AFTER,
        cause: error,
      })
    })
  }

  return { add }
}
