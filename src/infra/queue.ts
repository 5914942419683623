import {
  createPostgresBackend,
  DelayedError,
  type Job,
  type JobsOptions,
  Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import type { Redis } from 'ioredis'
import type { Pool } from 'pg'

/** BullMQ's own namespace in PostgreSQL (its DEFAULT_SCHEMA). */
export const QUEUE_SCHEMA = 'bullmq'

/** Where jobs are stored: BullMQ's tables in PostgreSQL, or Redis. */
export type QueueBackend = { type: 'postgres'; pool: Pool } | { type: 'redis'; redis: Redis; prefix: string }

/** A job in a queue. At most one job with an id waits or runs at a time. */
export interface QueuedJob {
  id: string
  name: string
  data: object
}

/** The job queues of a process. */
export interface Queues {
  /** Adds jobs to a queue; one whose id is waiting or running stays as it is. */
  add(queue: string, jobs: readonly QueuedJob[]): Promise<void>
  /**
   * Starts a worker for a queue. The handler returns null when the job is done, or the delay in milliseconds after which it
   * runs again; a job whose handler throws is retried. `tries` is 1 in the first call for a job and increases with each.
   */
  work(
    queue: string,
    options: WorkOptions,
    handle: (job: QueuedJob & { tries: number }) => Promise<number | null>,
  ): void
  /** Deletes all jobs of a queue, also those that a dead process had locked. Only where no other process works on it. */
  clear(queue: string): Promise<void>
  /** Stops taking jobs, and closes the connections once running jobs have ended; `onGraceEnd` is called when that takes long, and must end them. */
  close(onGraceEnd: () => void): Promise<void>
}

/** How a worker processes a queue. */
export interface WorkOptions {
  concurrency: number
  /** At most `max` starts in `duration` milliseconds, over all processes. */
  rateLimit: { max: number; duration: number } | null
  onError(error: Error): void
}

/** How long a job stays locked after its process died, in milliseconds; then another worker takes it. */
const LOCK = 20_000

/** How long running jobs may take to end when the queues are closed, in milliseconds. */
const GRACE = 10_000

const JOB_OPTIONS: JobsOptions = {
  // Removed at their end, because a finished job that stays would block its id.
  removeOnComplete: true,
  removeOnFail: true,
  attempts: 10,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
}

/** Opens queues by BullMQ on one of the backends; no other code depends on which. */
export function openQueues(backend: QueueBackend): Queues {
  const { makeQueue, makeWorker } = constructorsOf(backend)
  const queues = new Map<string, QueueLike>()
  const workers: WorkerLike[] = []

  function queueOf(name: string): QueueLike {
    const known = queues.get(name)
    if (known) return known
    const queue = makeQueue(name, { defaultJobOptions: JOB_OPTIONS })
    queue.on('error', () => {})
    queues.set(name, queue)
    return queue
  }

  return {
    async add(queue, jobs) {
      await queueOf(queue).addBulk(jobs.map(({ id, name, data }) => ({ name, data, opts: { jobId: id } })))
    },
    work(queue, { concurrency, rateLimit, onError }, handle) {
      const worker = makeWorker(
        queue,
        async (job, token) => {
          const delay = await handle({
            id: job.id ?? '',
            name: job.name,
            data: job.data,
            tries: job.attemptsStarted,
          })
          if (delay === null) return
          await job.moveToDelayed(Date.now() + delay, token)
          throw new DelayedError()
        },
        {
          concurrency,
          ...(rateLimit && { limiter: rateLimit }),
          lockDuration: LOCK,
          stalledInterval: LOCK / 2,
          // High, because a job is not at fault when its worker dies; a job given up here would be queued again by the sweep.
          maxStalledCount: 1_000,
          drainDelay: 10,
        },
      )
      worker.on('error', onError)
      worker.on('failed', (_, error) => onError(error))
      workers.push(worker)
    },
    async clear(queue) {
      await queueOf(queue).obliterate({ force: true })
    },
    async close(onGraceEnd) {
      const timer = setTimeout(onGraceEnd, GRACE)
      await Promise.all(workers.map((worker) => worker.close()))
      clearTimeout(timer)
      await Promise.all([...queues.values()].map((queue) => queue.close()))
    },
  }
}

type Work = (job: Job, token?: string) => Promise<void>

/** BullMQ's constructors for a backend. The types of the two backends differ, although they are used alike. */
function constructorsOf(backend: QueueBackend) {
  if (backend.type === 'postgres') {
    const bound = withBackend(createPostgresBackend)
    const connection = backend.pool
    return {
      makeQueue: (name: string, options: Partial<QueueOptions>): QueueLike =>
        new bound.Queue(name, { ...options, connection }),
      makeWorker: (name: string, work: Work, options: Partial<WorkerOptions>): WorkerLike =>
        new bound.Worker(name, work as never, { ...options, connection }),
    }
  }
  const { redis: connection, prefix } = backend
  return {
    makeQueue: (name: string, options: Partial<QueueOptions>): QueueLike =>
      new Queue(name, { ...options, connection, prefix }),
    makeWorker: (name: string, work: Work, options: Partial<WorkerOptions>): WorkerLike =>
      new Worker(name, work, { ...options, connection, prefix }),
  }
}

interface QueueLike {
  addBulk(jobs: { name: string; data: object; opts: JobsOptions }[]): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  obliterate(options: { force: boolean }): Promise<void>
  close(): Promise<void>
}

interface WorkerLike {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'failed', listener: (job: unknown, error: Error) => void): unknown
  close(): Promise<void>
}
