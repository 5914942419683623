import type { JobQueue } from '../core/context.ts'
import { type Job, jobIdOf, jobSchema } from '../core/jobs.ts'
import type { QueuedJob, Queues } from '../infra/queue.ts'

/** The queue a job waits in: each provider has its own, so that a slow one delays nobody else. */
export function queueNameOf(job: Job): string {
  if (job.name === 'ask') return askQueue(job.provider)
  if (job.name === 'setup') return SETUP_QUEUE
  if (job.name === 'reextract') return REEXTRACT_QUEUE
  return job.name === 'webhook' ? WEBHOOK_QUEUE : WORK_QUEUE
}

export const WORK_QUEUE = 'work'

/** Apart: a receiver may take long. */
export const WEBHOOK_QUEUE = 'webhook'

/** Apart: so may a site. */
export const SETUP_QUEUE = 'setup'

/** Apart: a project's whole history takes long too, and goes one run after the other. */
export const REEXTRACT_QUEUE = 'reextract'

export function askQueue(provider: string): string {
  return `ask-${provider}`
}

/** The core's way to queue work, over the queues of the process. */
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
