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

/** Storage of jobs: BullMQ's tables in PostgreSQL, or Redis. */
export type QueueBackend =
  | { type: 'postgres'; pool: Pool }
  | { type: 'redis'; redis: RedisConnections; prefix: string }

/** Jobs were not added, because Redis is unavailable. */
export class QueueUnreachableError extends Error {
  override readonly name = 'QueueUnreachableError'
}

/** A job in a queue. At most one job per id is waiting or running. */
export interface QueuedJob {
  id: string
  name: string
  data: object
  /** Jobs with a lower number go first; 0 by default. Jobs with the same number go in the order in which they were added. */
  priority?: number
}

/** The job queues of a process. */
export interface Queues {
  /**
   * Adds jobs to a queue. Ignores jobs that are already waiting or running, by their ids.
   * @throws {QueueUnreachableError} within about a second, if Redis is unavailable
   */
  add(queue: string, jobs: readonly QueuedJob[]): Promise<void>
  /**
   * Returns the number of waiting jobs by priority. Running jobs and jobs that wait for a retry are not counted.
   * @throws {QueueUnreachableError} within about a second, if Redis is unavailable
   */
  countWaiting(queue: string, priorities: readonly number[]): Promise<ReadonlyMap<number, number>>
  /**
   * Starts a worker for a queue. If it already has one, only changes its concurrency. The handler returns null if the job is done, or when to run it again. If it throws, the job is
   * retried. `tries` is 1 in the first call for a job. It increases with each call, except after calls that paused the queue.
   */
  work(
    queue: string,
    options: WorkOptions,
    handle: (job: QueuedJob & { tries: number }) => Promise<RunAgain | null>,
  ): void
  /** Calls the listener whenever Redis is available again or has lost its data. Jobs may have been lost or rejected. */
  onReturn(listener: () => void): void
  /**
   * Resolves once all workers are connected to the queue. BullMQ does not survive a loss of the connection before that: it
   * remembers the failed connection and retries without a pause.
   */
  ready(): Promise<void>
  /** Deletes all jobs of queues, including jobs locked by a dead process. Call it only if no other process works on the queues. */
  clear(queues: readonly string[]): Promise<void>
  /**
   * Requeues jobs that were assigned before a time but are not running in this process, because their message was lost with the
   * connection. Has no effect on Redis, which other processes share. There, the locks of lost jobs expire.
   */
  releaseLost(before: Date): Promise<void>
  /**
   * Stops taking jobs, and closes the connections once running jobs have ended. If Redis is unavailable at that time, the jobs
   * remain for the next worker.
   */
  close(): Promise<void>
}

/** When to run a job again. */
export interface RunAgain {
  /** Milliseconds. */
  delay: number
  /** Whether this process takes no jobs from the queue until then. */
  pausesQueue: boolean
}

/** Settings of a worker. */
export interface WorkOptions {
  concurrency: number
  /** At most `max` started jobs per `duration` milliseconds, in all processes together. */
  rateLimit: { max: number; duration: number } | null
  onError(error: Error): void
  /** Called when the worker finds no more jobs in the queue. */
  onEmpty?: () => void
}

/** Connections to PostgreSQL for adding jobs. Every worker keeps another one to listen for new jobs. */
export const SPARE_CONNECTIONS = 4

/**
 * Milliseconds for which a worker holds a job. It extends the lock of each job every 2.5 to 5 s, so a worker that is blocked for
 * less than 5 s keeps its jobs.
 */
const LOCK_DURATION = 10_000

/**
 * Milliseconds between two checks for jobs with an expired lock. Another worker takes over the job of a dead one within the lock
 * and this time: 12.5 s.
 */
const STALLED_INTERVAL = 2_500

/**
 * Maximum number of seconds that an idle worker waits for a notification of PostgreSQL before it polls for jobs. BullMQ's
 * default after an error is an hour, which would delay jobs that were queued while the worker was not listening.
 */
const MAX_WAIT = 10

/** Milliseconds that running jobs have to end after the queues are closed, and then to report their end to Redis. */
const GRACE_PERIOD = 10_000
const REPORT_GRACE_PERIOD = 3_000

/** Events that BullMQ keeps per queue, which no code reads. Its default is 10,000. */
const MAX_EVENTS = 100

const JOB_OPTIONS: JobsOptions = {
  // A finished job that is not removed would block its id.
  removeOnComplete: true,
  removeOnFail: true,
  attempts: 10,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
}

/**
 * Opens queues with BullMQ. No other code depends on the backend.
 * @param onGraceEnd called if jobs are still running ten seconds after the queues were closed; it must end them
 */
export function openQueues(backend: QueueBackend, onGraceEnd: () => void): Queues {
  const { makeQueue, makeWorker, drainDelay } = bullmqFor(backend)
  const redis = backend.type === 'redis' ? backend.redis : null
  const queues = new Map<string, QueueLike>()
  const workers = new Map<string, WorkerLike>()
  /** Running jobs as `queue:id`, until the queue has recorded their end. */
  const running = new Set<string>()
  let closed: Promise<void> | undefined

  function getQueue(name: string): QueueLike {
    const existing = queues.get(name)
    if (existing) return existing
    const queue = makeQueue(name, {
      defaultJobOptions: JOB_OPTIONS,
      streams: { events: { maxLen: MAX_EVENTS } },
    })
    queue.on('error', () => {})
    queues.set(name, queue)
    return queue
  }

  async function reaching<T>(request: Promise<T>): Promise<T> {
    try {
      return await request
    } catch (error) {
      if (redis?.isReachable() === false)
        throw new QueueUnreachableError('Redis is unavailable', { cause: error })
      throw error
    }
  }

  return {
    async add(queue, jobs) {
      const bulk = jobs.map(({ id, name, data, priority = 0 }) => ({
        name,
        data,
        opts: { jobId: id, priority },
      }))
      await reaching(getQueue(queue).addBulk(bulk))
    },
    async countWaiting(queue, priorities) {
      const counts = await reaching(getQueue(queue).getCountsPerPriority([...priorities]))
      return new Map(priorities.map((priority) => [priority, counts[priority] ?? 0]))
    },
    onReturn(listener) {
      redis?.onReturn(listener)
    },
    work(queue, { concurrency, rateLimit, onError, onEmpty }, handle) {
      if (closed) return
      const existing = workers.get(queue)
      if (existing) {
        existing.concurrency = concurrency
        return
      }
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
          lockDuration: LOCK_DURATION,
          stalledInterval: STALLED_INTERVAL,
          // A high limit, because the death of a worker is not a failure of its job. The sweep would requeue the job anyway.
          maxStalledCount: 1_000,
          drainDelay,
          // The delay after a lost connection, which is 15 s by default.
          runRetryDelay: 500,
        },
      )
      worker.on('error', (error) => {
        if (!(redis && causedByOutage(error))) onError(error)
      })
      if (onEmpty) worker.on('drained', onEmpty)
      worker.on('completed', ({ id }) => running.delete(`${queue}:${id}`))
      worker.on('failed', (job, error) => {
        running.delete(`${queue}:${job?.id}`)
        onError(error)
      })
      workers.set(queue, worker)
      if (backend.type === 'postgres') backend.pool.options.max = workers.size + SPARE_CONNECTIONS
    },
    async ready() {
      await Promise.all([...workers.values()].map((worker) => worker.waitUntilReady()))
    },
    async clear(names) {
      if (backend.type === 'redis') {
        await Promise.all(names.map((name) => getQueue(name).obliterate({ force: true })))
        return
      }
      // One statement, because `obliterate` needs eight per queue, which every start would wait for.
      await backend.pool.query('DELETE FROM job WHERE queue = ANY ($1)', [names])
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
    const all = [...workers.values()]
    all.forEach(endPauses)
    const ended = Promise.all(all.map((worker) => worker.close()))
    const closing = new AbortController()
    const giveUp = async () => {
      await pause(GRACE_PERIOD, undefined, { signal: closing.signal })
      onGraceEnd()
      // Workers on PostgreSQL always close, and must be awaited: if their pool were closed first, they would query it in a loop.
      if (!redis) return ended
      // During or after an outage of Redis, workers that have to report the end of a job may not close before their connections.
      // Another worker takes over these jobs.
      if (redis.isReachable()) await pause(REPORT_GRACE_PERIOD, undefined, { signal: closing.signal })
    }
    await Promise.race([ended, giveUp().catch(() => ended)])
    closing.abort()
    await Promise.all([...queues.values()].map((queue) => queue.close()))
  }
}

/**
 * Whether an error of a worker results from an outage of Redis, which is logged separately. It is an error of a connection, or a
 * job that ended was deleted or assigned to another worker in the meantime. The results of such a job are in the database.
 */
function causedByOutage(error: Error & { code?: unknown }): boolean {
  const { code, message } = error
  const isSystemError = typeof code === 'string'
  const isJobLost = code === ErrorCode.JobNotExist || code === ErrorCode.JobLockNotExist
  return isSystemError || isJobLost || !isNotConnectionError(error) || /^could not renew lock/.test(message)
}

type Work = (job: Job, token?: string) => Promise<void>

/** Returns functions that create BullMQ's queues and workers, because their types differ between the backends. */
function bullmqFor(backend: QueueBackend) {
  if (backend.type === 'postgres') {
    const bound = withBackend((...parameters: Parameters<typeof createPostgresBackend>) =>
      Object.defineProperty(createPostgresBackend(...parameters), 'maximumBlockTimeout', {
        value: MAX_WAIT,
      }),
    )
    const connection = backend.pool
    return {
      drainDelay: MAX_WAIT,
      makeQueue: (name: string, options: Partial<QueueOptions>): QueueLike =>
        new bound.Queue(name, { ...options, connection }),
      makeWorker: (name: string, work: Work, options: Partial<WorkerOptions>): WorkerLike =>
        new bound.Worker(name, work as never, { ...options, connection }),
    }
  }
  const { redis, prefix } = backend
  // By default, the first job of a queue waits for Redis, and forever if that fails.
  const withoutWaiting = {
    connection: redis.commands,
    prefix,
    skipWaitingForReady: true,
    skipVersionCheck: true,
  }
  return {
    // A worker detects a silently lost connection after this number of seconds.
    drainDelay: 2,
    makeQueue: (name: string, options: Partial<QueueOptions>): QueueLike =>
      new Queue(name, { ...options, ...withoutWaiting }),
    makeWorker: (name: string, work: Work, options: Partial<WorkerOptions>): WorkerLike =>
      new Worker(name, work, { ...options, connection: redis.workers, prefix }),
  }
}

interface QueueLike {
  addBulk(jobs: { name: string; data: object; opts: JobsOptions }[]): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  getCountsPerPriority(priorities: number[]): Promise<Record<string, number>>
  obliterate(options: { force: boolean }): Promise<void>
  close(): Promise<void>
}

interface WorkerLike extends PausableWorker {
  concurrency: number
  waitUntilReady(): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'drained', listener: () => void): unknown
  on(event: 'completed', listener: (job: { id?: string | undefined }) => void): unknown
  on(event: 'failed', listener: (job: { id?: string | undefined } | undefined, error: Error) => void): unknown
  close(): Promise<void>
}
