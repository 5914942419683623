import type { JobQueue } from '../core/foundation/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import { type Job, jobIdOf, jobSchema } from '../core/foundation/jobs.ts'
import { type QueuedJob, type Queues, QueueUnreachableError } from '../infra/queue.ts'

/** Returns the name of the queue for a job. Each provider has a separate queue, so that a slow one does not delay the others. */
export function chooseQueue(job: Job): string {
  if (job.name === 'ask') return askQueue(job.provider, job.account)
  if (job.name === 'setup' || job.name === 'check-credential') return SETUP_QUEUE
  if (job.name === 'reextract') return REEXTRACT_QUEUE
  return job.name === 'webhook' ? WEBHOOK_QUEUE : WORK_QUEUE
}

/** Queue for short jobs that only use the database. */
export const WORK_QUEUE = 'work'

/** Webhooks have a separate queue, because a receiver may be slow. */
export const WEBHOOK_QUEUE = 'webhook'

/** Setups and checks of credentials have a separate queue, because a site or a vendor may be slow. */
export const SETUP_QUEUE = 'setup'

/** Re-extractions have a separate queue, because a whole project takes long. They run one after the other. */
export const REEXTRACT_QUEUE = 'reextract'

/**
 * Returns the name of the queue for the units of a provider. Organizations with their own credentials have their own
 * queues, so that a rate limit of one does not delay another.
 */
export function askQueue(provider: string, account: string | null): string {
  return account === null ? `ask-${provider}` : `ask-${provider}-${account}`
}

/** Seconds after which a caller may retry. */
const RETRY_AFTER = 2

/** Maximum number of missed jobs to keep in memory, which takes about a megabyte. The sweep finds the others. */
const MAX_MISSED = 10_000

/**
 * Implements the job queue of core on the queues of the process. Jobs that were missed because the queue was unavailable are
 * added when it is back. Otherwise, the sweep would add them half a minute later.
 */
export function createJobQueue(queues: Queues): JobQueue {
  let missed: Job[] = []
  queues.onReturn(() => {
    const jobs = missed
    missed = []
    // If this fails, the sweep adds the jobs.
    if (jobs.length > 0) add(jobs).catch(() => {})
  })

  async function add(jobs: readonly Job[]): Promise<void> {
    const byQueue = new Map<string, QueuedJob[]>()
    for (const job of jobs) {
      const name = chooseQueue(job)
      const waiting = byQueue.get(name) ?? []
      waiting.push({ id: jobIdOf(job), name: job.name, data: jobSchema.parse(job) })
      byQueue.set(name, waiting)
    }
    await Promise.all([...byQueue].map(([name, waiting]) => queues.add(name, waiting))).catch((error) => {
      if (!(error instanceof QueueUnreachableError)) throw error
      missed.push(...jobs.slice(0, MAX_MISSED - missed.length))
      throw new AppError('SERVICE_UNAVAILABLE', 'The job queue is unavailable.', {
        retryAfter: RETRY_AFTER,
        cause: error,
      })
    })
  }

  return { add }
}
