import type { AnonymousCtx, Transaction } from './context.ts'
import { AppError } from './errors.ts'
import type { AnyEvent } from './events.ts'
import type { Job } from './jobs.ts'
import { refuseAbandoned, refuseLate } from './pending-request.ts'

/**
 * Runs `work` in one transaction; its jobs are queued and its events published after the commit. For a request whose client
 * has gone, nothing is begun or committed.
 * @throws {AppError} SERVICE_UNAVAILABLE with nothing changed, for a request that nobody waits for any more, or that has
 *   waited too long to be begun
 */
export async function transaction<T>(ctx: AnonymousCtx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const jobs: Job[] = []
  const events: AnyEvent[] = []
  refuseLate(ctx.request)
  const result = await ctx.db.prisma.$transaction(
    async (db) => {
      // It may have waited for a connection.
      refuseLate(ctx.request)
      const result = await work({
        db,
        enqueue: (job) => jobs.push(job),
        publish: (event) => events.push(event),
      })
      // It may have waited for a lock: a client that has gone would never learn what it is charged for.
      refuseAbandoned(ctx.request)
      return result
    },
    { timeout: 30_000, maxWait: 10_000 },
  )
  if (jobs.length > 0) {
    await ctx.deps.queue.add(jobs).catch((error) => {
      // The change is committed. That the queue is away is logged by itself, once.
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return
      ctx.deps.logger.error(
        { error, requestId: ctx.requestId },
        'jobs not queued after a commit; the sweep queues them within 30 s',
      )
    })
  }
  for (const event of events) ctx.deps.events.publish(event)
  return result
}
