import type { JobQueue } from '../core/context.ts'
import { type Job, jobIdOf, jobSchema } from '../core/jobs.ts'
import type { QueuedJob, Queues } from '../infra/queue.ts'

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

/** Implements the job queue of core on the queues of the process. */
export function createJobQueue(queues: Queues): JobQueue {
  return {
    async add(jobs) {
      const byQueue = new Map<string, QueuedJob[]>()
      for (const job of jobs) {
        const name = queueNameOf(job)
        const waiting = byQueue.get(name) ?? []
        waiting.push({ id: jobIdOf(job), name: job.name, data: jobSchema.parse(job) })
        byQueue.set(name, waiting)
      }
      await Promise.all([...byQueue].map(([name, waiting]) => queues.add(name, waiting)))
    },
  }
}
