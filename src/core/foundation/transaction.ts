import { recordProjectAudit } from './audit-log.ts'
import type { AnonymousCtx, Transaction } from './context.ts'
import { AppError } from './errors.ts'
import type { AnyEvent, ProjectSetting } from './events.ts'
import type { Job } from './jobs.ts'
import { refuseAbandoned, refuseLate } from './pending-request.ts'
import { increaseVersions } from './project-version.ts'

/**
 * Runs `work` in one transaction. Queues its jobs and publishes its events after the commit. Changes of projects that it
 * publishes increase their versions and are added to the audit log. Does not start or commit the transaction if the client
 * of the request has disconnected.
 * @throws {AppError} SERVICE_UNAVAILABLE, without any changes, if the client has disconnected or the request has waited
 *   too long
 */
export function transaction<T>(ctx: AnonymousCtx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return ctx.deps.tracing.span('transaction', () => runTransaction(ctx, work))
}

async function runTransaction<T>(ctx: AnonymousCtx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const jobs: Job[] = []
  const events: AnyEvent[] = []
  const changes = new Map<string, Set<ProjectSetting>>()
  refuseLate(ctx.request)
  const result = await ctx.db.prisma.$transaction(
    async (db) => {
      // Check again, because the transaction may have waited for a connection.
      refuseLate(ctx.request)
      const result = await work({
        db,
        traceParent: ctx.deps.tracing.current(),
        enqueue: (job) => jobs.push(job),
        publish(event) {
          events.push(event)
          if (!('changed' in event) || event.changed === 'deleted' || event.changed === 'alerts') return
          changes.set(event.projectId, (changes.get(event.projectId) ?? new Set()).add(event.changed))
        },
      })
      await increaseVersions(db, changes)
      await recordProjectAudit(db, ctx, changes)
      // It may have waited for a lock, and a disconnected client would never learn what it is charged for.
      refuseAbandoned(ctx.request)
      return result
    },
    { timeout: 30_000, maxWait: 10_000 },
  )
  if (jobs.length > 0) {
    await ctx.deps.queue.add(jobs).catch((error) => {
      // The change is committed. The unavailable queue is logged elsewhere.
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
