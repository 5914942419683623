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

/** Where jobs wait: BullMQ's tables in PostgreSQL, or Redis. */
export type QueueBackend = { type: 'postgres'; pool: Pool } | { type: 'redis'; redis: Redis; prefix: string }

/** A job as the queue sees it: an identity that stands once at a time, and data. */
export interface QueuedJob {
  id: string
  name: string
  data: object
}

/** What a handler wants of its job: it is done, or it comes again after a pause in milliseconds. */
export type JobVerdict = { done: true } | { again: number }

export interface Queues {
  /** Adds jobs to a queue; one whose id is waiting or running stays as it is. */
  add(queue: string, jobs: readonly QueuedJob[]): Promise<void>
  /** Begins to work on a queue. `tries` of the handler counts starts from 1. A handler that throws is tried again. */
  work(
    queue: string,
    options: WorkOptions,
    handle: (job: QueuedJob & { tries: number }) => Promise<JobVerdict>,
  ): void
  /** Forgets all jobs of a queue, also those that a dead process holds. Only for a process that works alone. */
  clear(queue: string): Promise<void>
  /** No new jobs, running ones finish (or are handed back after `grace` milliseconds), connections close. */
  close(grace?: number): Promise<void>
}

export interface WorkOptions {
  concurrency: number
  /** At most `max` starts in `duration` milliseconds, over all processes. */
  rateLimit: { max: number; duration: number } | null
  onError(error: Error): void
}

/** How long a job of a dead process is left before another takes it, in milliseconds. */
const LOCK = 20_000

const JOB_OPTIONS: JobsOptions = {
  // The database says what is due; a finished job that stayed would block its id.
  removeOnComplete: true,
  removeOnFail: true,
  attempts: 10,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
}

/** BullMQ's queues on either backend; nothing else of the product knows which. */
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
          const verdict = await handle({
            id: job.id ?? '',
            name: job.name,
            data: job.data,
            tries: job.attemptsStarted,
          })
          if ('done' in verdict) return
          await job.moveToDelayed(Date.now() + verdict.again, token)
          throw new DelayedError()
        },
        {
          concurrency,
          ...(rateLimit && { limiter: rateLimit }),
          lockDuration: LOCK,
          stalledInterval: LOCK / 2,
          // A job whose workers die is not to blame: the sweep would only bring it back.
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
    async close(grace = 10_000) {
      await Promise.all(workers.map((worker) => closeWorker(worker, grace)))
      await Promise.all([...queues.values()].map((queue) => queue.close()))
    },
  }
}

/** Waits for running jobs, but not for ever: what is still running then is taken over by whoever comes next. */
async function closeWorker(worker: WorkerLike, grace: number): Promise<void> {
  const timer = setTimeout(() => void worker.close(true), grace)
  await worker.close()
  clearTimeout(timer)
}

type Work = (job: Job, token?: string) => Promise<void>

/** BullMQ's constructors with the backend filled in: types of the two backends differ, what is done with them does not. */
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
  close(force?: boolean): Promise<void>
}
