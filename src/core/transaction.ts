import type { Prisma } from '../generated/prisma/client.ts'
import type { Ctx } from './context.ts'
import type { AnyEvent } from './events.ts'
import type { Job } from './jobs.ts'

/** A transaction, and what is to leave the house once it holds. */
export interface Transaction {
  db: Prisma.TransactionClient
  /** Queued after commit. A process that dies in between leaves it to the sweep. */
  enqueue(job: Job): void
  /** Published after commit, so that a query sees what an event tells. */
  publish(event: AnyEvent): void
}

/** Runs `work` in one transaction; its jobs and events leave only when it holds. */
export async function transaction<T>(ctx: Ctx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const jobs: Job[] = []
  const events: AnyEvent[] = []
  const result = await ctx.db.prisma.$transaction(
    (db) => work({ db, enqueue: (job) => jobs.push(job), publish: (event) => events.push(event) }),
    { timeout: 30_000, maxWait: 10_000 },
  )
  if (jobs.length > 0) {
    await ctx.deps.queue.add(jobs).catch((error) => {
      // The work is accepted all the same: the sweep queues whatever the database says is due.
      ctx.deps.logger.error({ error, requestId: ctx.requestId }, 'jobs not queued; the sweep will')
    })
  }
  await Promise.all(events.map((event) => ctx.deps.events.publish(event)))
  return result
}
