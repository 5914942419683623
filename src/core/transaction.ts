import type { Ctx, Transaction } from './context.ts'
import type { AnyEvent } from './events.ts'
import type { Job } from './jobs.ts'

/** Runs `work` in one transaction; its jobs are queued and its events published after the commit. */
export async function transaction<T>(ctx: Ctx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const jobs: Job[] = []
  const events: AnyEvent[] = []
  const result = await ctx.db.prisma.$transaction(
    (db) => work({ db, enqueue: (job) => jobs.push(job), publish: (event) => events.push(event) }),
    { timeout: 30_000, maxWait: 10_000 },
  )
  if (jobs.length > 0) {
    await ctx.deps.queue.add(jobs).catch((error) => {
      // The change is committed: the periodic sweep queues whatever is due by the database.
      ctx.deps.logger.error(
        { error, requestId: ctx.requestId },
        'jobs not queued after a commit; the sweep queues them within 30 s',
      )
    })
  }
  await Promise.all(events.map((event) => ctx.deps.events.publish(event)))
  return result
}
