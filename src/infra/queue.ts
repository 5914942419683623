import { setTimeout as pause } from 'node:timers/promises'
import {
  createPostgresBackend,
  DelayedError,
  ErrorCode,
  isNotConnectionError,
  type Job,
  type JobsOptions,
  Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import type { Pool } from 'pg'
import { endPauses, type PausableWorker, pauseWorker } from './pause-worker.ts'
import type { RedisConnections } from './redis.ts'

/** BullMQ's own namespace in PostgreSQL (its DEFAULT_SCHEMA). */
export const QUEUE_SCHEMA = 'bullmq'

/** Where jobs are stored: BullMQ's tables in PostgreSQL, or Redis. */
export type QueueBackend =
  | { type: 'postgres'; pool: Pool }
  | { type: 'redis'; redis: RedisConnections; prefix: string }

/** Jobs were not added, because Redis is away. */
export class QueueUnreachableError extends Error {
  override readonly name = 'QueueUnreachableError'
}

/** A job in a queue. At most one job with an id waits or runs at a time. */
export interface QueuedJob {
  id: string
  name: string
  data: object
}

/** The job queues of a process. */
export interface Queues {
  /**
   * Adds jobs to a queue; one whose id is waiting or running stays as it is.
   * @throws {QueueUnreachableError} within about a second, while Redis is away
   */
  add(queue: string, jobs: readonly QueuedJob[]): Promise<void>
  /**
   * Starts a worker for a queue. The handler returns null when the job is done, or when it runs again; a job whose handler
   * throws is retried. `tries` is 1 in the first call for a job and increases with each, but for those that paused the queue.
   */
  work(
    queue: string,
    options: WorkOptions,
    handle: (job: QueuedJob & { tries: number }) => Promise<RunAgain | null>,
  ): void
  /** Calls the listener whenever Redis is reached again after a loss, which may have lost jobs or kept some from being added. */
  onReturn(listener: () => void): void
  /**
   * Resolves once all workers have reached the queue. Before that BullMQ does not survive the loss of its connection: it
   * remembers that it could not connect, and asks again without a pause.
   */
  ready(): Promise<void>
  /** Deletes all jobs of a queue, also those that a dead process had locked. Only where no other process works on it. */
  clear(queue: string): Promise<void>
  /**
   * Makes jobs wait again that were given out before a time and are run by no worker of this process: the message with them was
   * lost with the connection. Does nothing on Redis, which other processes share: there their locks expire.
   */
  releaseLost(before: Date): Promise<void>
  /** Stops taking jobs, and closes the connections once running jobs have ended. Where Redis is away then, they are left to the next worker. */
  close(): Promise<void>
}

/** That a job runs again. */
export interface RunAgain {
  /** Milliseconds. */
  delay: number
  /** Whether this process takes no job from the queue until then. */
  pausesQueue: boolean
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

/**
 * After how many seconds an idle worker looks for jobs in PostgreSQL although it was told of none. The default after an error is
 * an hour, in which a job would wait that was queued while the worker could not listen.
 */
const LONGEST_WAIT = 10

/** How long running jobs may take to end when the queues are closed, and then to tell the queue, in milliseconds. */
const GRACE = 10_000
const LAST_GRACE = 3_000

const JOB_OPTIONS: JobsOptions = {
  // Removed at their end, because a finished job that stays would block its id.
  removeOnComplete: true,
  removeOnFail: true,
  attempts: 10,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
}

/**
 * Opens queues by BullMQ on one of the backends; no other code depends on which.
 * @param onGraceEnd called when jobs still run ten seconds after the queues were closed; it must end them
 */
export function openQueues(backend: QueueBackend, onGraceEnd: () => void): Queues {
  const { makeQueue, makeWorker, drainDelay } = constructorsOf(backend)
  const redis = backend.type === 'redis' ? backend.redis : null
  const queues = new Map<string, QueueLike>()
  const workers: WorkerLike[] = []
  /** `queue:id` of the jobs that run, until the queue has recorded their end. */
  const running = new Set<string>()
  let closed: Promise<void> | undefined

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
      try {
        await queueOf(queue).addBulk(jobs.map(({ id, name, data }) => ({ name, data, opts: { jobId: id } })))
      } catch (error) {
        if (redis?.isReachable() === false) throw new QueueUnreachableError('Redis is away', { cause: error })
        throw error
      }
    },
    onReturn(listener) {
      redis?.onReturn(listener)
    },
    work(queue, { concurrency, rateLimit, onError }, handle) {
      const worker: WorkerLike = makeWorker(
        queue,
        async (job, token) => {
          running.add(`${queue}:${job.id}`)
          const { pauses = 0, ...data }: { pauses?: number } = job.data
          const tries = job.attemptsStarted - pauses
          const again = await handle({ id: job.id ?? '', name: job.name, data, tries })
          if (again === null) return
          const { delay, pausesQueue } = again
          if (pausesQueue) {
            if (!closed) pauseWorker(worker, delay)
            await job.updateData({ ...data, pauses: pauses + 1 })
          }
          await job.moveToDelayed(Date.now() + delay, token)
          running.delete(`${queue}:${job.id}`)
          throw new DelayedError()
        },
        {
          concurrency,
          ...(rateLimit && { limiter: rateLimit }),
          lockDuration: LOCK,
          stalledInterval: LOCK / 2,
          // High, because a job is not at fault when its worker dies; a job given up here would be queued again by the sweep.
          maxStalledCount: 1_000,
          drainDelay,
          // After the loss of a connection; the default is 15 s.
          runRetryDelay: 500,
        },
      )
      worker.on('error', (error) => {
        if (!(redis && causedByLoss(error))) onError(error)
      })
      worker.on('completed', ({ id }) => running.delete(`${queue}:${id}`))
      worker.on('failed', (job, error) => {
        running.delete(`${queue}:${job?.id}`)
        onError(error)
      })
      workers.push(worker)
    },
    async ready() {
      await Promise.all(workers.map((worker) => worker.waitUntilReady()))
    },
    async clear(queue) {
      await queueOf(queue).obliterate({ force: true })
    },
    async releaseLost(before) {
      if (backend.type === 'redis') return
      await backend.pool.query(
        `WITH released AS (
           UPDATE job SET state = 'waiting', lock_token = NULL, locked_until_ms = NULL, stalled_marked = false
           WHERE state = 'active' AND processed_at_ms < $1 AND queue || ':' || id <> ALL ($2) RETURNING queue)
         SELECT pg_notify('bullmq_jobs', queue) FROM (SELECT DISTINCT queue FROM released) AS queues`,
        [before.getTime(), [...running]],
      )
    },
    close() {
      closed ??= close()
      return closed
    },
  }

  async function close(): Promise<void> {
    workers.forEach(endPauses)
    const ended = Promise.all(workers.map((worker) => worker.close()))
    const closing = new AbortController()
    const givenUp = async () => {
      await pause(GRACE, undefined, { signal: closing.signal })
      onGraceEnd()
      // Those of PostgreSQL always close, and must not be left: with their pool closed they would ask it without a pause.
      if (!redis) return ended
      // Workers that have something to tell a Redis that is away, or was, may not close before their connections. Their jobs
      // are taken again by another worker.
      if (redis.isReachable()) await pause(LAST_GRACE, undefined, { signal: closing.signal })
    }
    await Promise.race([ended, givenUp().catch(() => ended)])
    closing.abort()
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }
}

/**
 * Whether an error of a worker is a consequence of the loss of Redis, which is logged by itself: an error of a connection; or
 * a job is not there any more, or no longer this worker's, when it has ended. What the job did is in the database.
 */
function causedByLoss(error: Error & { code?: unknown }): boolean {
  const { code, message } = error
  const isSystemError = typeof code === 'string'
  const isJobLost = code === ErrorCode.JobNotExist || code === ErrorCode.JobLockNotExist
  return isSystemError || isJobLost || !isNotConnectionError(error) || /^could not renew lock/.test(message)
}

type Work = (job: Job, token?: string) => Promise<void>

/** BullMQ's constructors for a backend. The types of the two backends differ, although they are used alike. */
function constructorsOf(backend: QueueBackend) {
  if (backend.type === 'postgres') {
    const bound = withBackend((...parameters: Parameters<typeof createPostgresBackend>) =>
      Object.defineProperty(createPostgresBackend(...parameters), 'maximumBlockTimeout', {
        value: LONGEST_WAIT,
      }),
    )
    const connection = backend.pool
    return {
      drainDelay: LONGEST_WAIT,
      makeQueue: (name: string, options: Partial<QueueOptions>): QueueLike =>
        new bound.Queue(name, { ...options, connection }),
      makeWorker: (name: string, work: Work, options: Partial<WorkerOptions>): WorkerLike =>
        new bound.Worker(name, work as never, { ...options, connection }),
    }
  }
  const { redis, prefix } = backend
  // Otherwise a queue waits for Redis before it adds its first job, and for ever if that fails.
  const atOnce = { connection: redis.commands, prefix, skipWaitingForReady: true, skipVersionCheck: true }
  return {
    // A worker whose connection has lost its other end finds out when this time has passed.
    drainDelay: 2,
    makeQueue: (name: string, options: Partial<QueueOptions>): QueueLike =>
      new Queue(name, { ...options, ...atOnce }),
    makeWorker: (name: string, work: Work, options: Partial<WorkerOptions>): WorkerLike =>
      new Worker(name, work, { ...options, connection: redis.workers, prefix }),
  }
}

interface QueueLike {
  addBulk(jobs: { name: string; data: object; opts: JobsOptions }[]): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  obliterate(options: { force: boolean }): Promise<void>
  close(): Promise<void>
}

interface WorkerLike extends PausableWorker {
  waitUntilReady(): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'completed', listener: (job: { id?: string | undefined }) => void): unknown
  on(event: 'failed', listener: (job: { id?: string | undefined } | undefined, error: Error) => void): unknown
  close(): Promise<void>
}
