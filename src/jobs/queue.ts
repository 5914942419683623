import type { JobQueue } from '../core/foundation/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import { askQueue, type Job, jobIdOf, jobSchema, type Urgency } from '../core/foundation/jobs.ts'
import { type QueuedJob, type Queues, QueueUnreachableError } from '../infra/queue.ts'

/** Returns the name of the queue for a job. Each provider has a separate queue, so that a slow one does not delay the others. */
export function chooseQueue(job: Job): string {
  switch (job.name) {
    case 'ask':
      return askQueue(job)
    case 'setup':
    case 'check-credential':
      return SETUP_QUEUE
    case 'measure':
    case 'check-facts':
    case 'reextract':
    case 'purge-project':
      return BACKGROUND_QUEUE
    case 'webhook':
    case 'alert-email':
      return WEBHOOK_QUEUE
    case 'send-report':
      return REPORT_QUEUE
    case 'check-pages':
      return PAGES_QUEUE
    case 'plan-reports':
    case 'start-run':
    case 'dispatch':
      return WORK_QUEUE
  }
}

/** Priorities of questions in the queue of their provider. Lower numbers go first. */
const PRIORITIES = { first: 0, interactive: 1, scheduled: 2 } as const satisfies Record<Urgency, number>

/** Returns the priority of a job in its queue, from 0, which goes first. */
function priorityOf(job: Job): number {
  switch (job.name) {
    case 'ask':
      return PRIORITIES[job.urgency]
    case 'dispatch':
      return job.scheduled ? PRIORITIES.scheduled : PRIORITIES.first
    case 'start-run':
    case 'plan-reports':
    case 'send-report':
      return PRIORITIES.scheduled
    case 'measure':
    case 'check-pages':
    case 'purge-project':
      // Somebody waits for a re-extraction that was requested, but not for these.
      return PRIORITIES.scheduled
    case 'setup':
    case 'check-facts':
    case 'check-credential':
    case 'reextract':
    case 'webhook':
    case 'alert-email':
      return PRIORITIES.first
  }
}

/** Queue for short jobs that only use the database. */
export const WORK_QUEUE = 'work'

/** Webhooks and emails have a separate queue, because a receiver may be slow. */
export const WEBHOOK_QUEUE = 'webhook'

/** Emails with reports have a separate queue, because the mail server may be slow, and printing takes a second of CPU time. */
export const REPORT_QUEUE = 'report'

/** Setups and checks of credentials have a separate queue, because a site or a vendor may be slow. */
export const SETUP_QUEUE = 'setup'

/** Reading cited pages has a separate queue, because it waits for many sites. */
export const PAGES_QUEUE = 'pages'

/**
 * Jobs that need seconds or minutes of CPU time have a separate queue. Each process runs them one after the other.
 */
export const BACKGROUND_QUEUE = 'background'

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
      waiting.push({
        id: jobIdOf(job),
        name: job.name,
        data: jobSchema.parse(job),
        priority: priorityOf(job),
      })
      byQueue.set(name, waiting)
    }
    await Promise.all([...byQueue].map(([name, waiting]) => queues.add(name, waiting))).catch((error) => {
      if (error instanceof QueueUnreachableError) missed.push(...jobs.slice(0, MAX_MISSED - missed.length))
      throw asUnavailable(error)
    })
  }

  async function countWaiting(queue: string): Promise<Record<Urgency, number>> {
    const counts = await queues.countWaiting(queue, Object.values(PRIORITIES)).catch((error) => {
      throw asUnavailable(error)
    })
    const count = (urgency: Urgency) => counts.get(PRIORITIES[urgency]) ?? 0
    return { first: count('first'), interactive: count('interactive'), scheduled: count('scheduled') }
  }

  return { add, countWaiting }
}

function asUnavailable(error: unknown): unknown {
  if (!(error instanceof QueueUnreachableError)) return error
  return new AppError('SERVICE_UNAVAILABLE', 'The job queue is unavailable.', {
    retryAfter: RETRY_AFTER,
    cause: error,
  })
}
