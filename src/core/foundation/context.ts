import type { Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import type { ProviderAccounts } from '../provider-port/accounts.ts'
import type { Actor } from './actor.ts'
import type { AnyEvent, EventBus } from './events.ts'
import type { askQueue, Job, Urgency } from './jobs.ts'
import type { PendingRequest } from './pending-request.ts'
import type { Telemetry } from './telemetry.ts'
import type { Tracing } from './tracing.ts'

/** Queues background work. Delivery is at least once, so every job must be safe to run again. */
export interface JobQueue {
  /**
   * Adds jobs. A job that is already waiting or running is not added twice.
   * @throws {AppError} SERVICE_UNAVAILABLE, after a short wait, while the queue is unavailable; the sweep adds due jobs later
   */
  add(jobs: readonly Job[]): Promise<void>
  /**
   * Returns the number of questions that wait in a queue ({@link askQueue}). Does not count questions that are being asked
   * or wait for a retry.
   * @throws {AppError} SERVICE_UNAVAILABLE, after a short wait, while the queue is unavailable
   */
  countWaiting(queue: string): Promise<Record<Urgency, number>>
}

/** Log for operators. Never pass keys, secrets or answer text. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A database transaction that can queue jobs and publish events after its commit. */
export interface Transaction {
  db: Prisma.TransactionClient
  /** Queues a job after the commit. If the process dies in between, the periodic sweep queues it. */
  enqueue(job: Job): void
  /** The span around the transaction, as in the header traceparent; null without tracing. */
  traceParent: string | null
  /** Publishes an event after the commit, so that a query made because of the event sees the change. */
  publish(event: AnyEvent): void
}

/** Dependencies that most verbs use. Nouns that need more declare it, for example `WebhookDeps`. */
export interface CommonDeps {
  queue: JobQueue
  events: EventBus
  /** Use `providersOf` for the providers of the caller. */
  providers: ProviderAccounts
  logger: Logger
  telemetry: Telemetry
  tracing: Tracing
  /** Aborted at the end of the grace period when the process stops; work that still runs must end immediately. */
  stopping: AbortSignal
}

/**
 * Context of every operation: the caller, the request, the clock, the database and other dependencies.
 * `Ctx<WebhookDeps>` also has the dependencies that webhooks need.
 */
export interface Ctx<Needs = unknown> {
  actor: Actor
  requestId: string
  /** Missing for jobs, commands and subscriptions, because no client waits for a response. */
  request?: PendingRequest
  now: () => Date
  db: Database
  deps: CommonDeps & Needs
}

/** Context of operations with an unauthenticated caller, such as somebody who opens an invitation link. */
export type AnonymousCtx<Needs = unknown> = Omit<Ctx<Needs>, 'actor'>

/** Part of the context that all requests of a process share. */
export type Services<Needs = unknown> = Pick<Ctx<Needs>, 'now' | 'db' | 'deps'>
