import type { Batch, Prisma } from '../generated/prisma/client.ts'
import type { Database } from '../infra/database.ts'
import type { Mailer } from '../infra/mailer.ts'
import type { SafeFetch } from '../infra/safe-fetch.ts'
import type { SecretBox } from '../infra/secret-box.ts'
import type { Breakers } from '../providers/breaker.ts'
import type { Judge } from '../providers/judge/judge.ts'
import type { SpendLimit } from '../providers/prices.ts'
import type { ProviderRegistry } from '../providers/registry.ts'
import type { VolumeSource } from '../providers/volume-source.ts'
import type { Actor } from './actor.ts'
import type { FinalStatus } from './batch-status.ts'
import type { AnyEvent, EventBus } from './events.ts'
import type { Job } from './jobs.ts'
import type { PendingRequest } from './pending-request.ts'

/** Queues background work. Delivery is at least once: every job must be safe to run again. */
export interface JobQueue {
  /**
   * Adds jobs; one that is already waiting or running is not added twice.
   * @throws {AppError} SERVICE_UNAVAILABLE soon, while the queue is away; the sweep queues what is due when it is back
   */
  add(jobs: readonly Job[]): Promise<void>
}

/** The log of operators. Never pass keys, secrets or answer text. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Where real answers are recorded, as JSON lines. */
export interface AnswerLog {
  /** Resolves once the system has the line. @throws its error */
  append(line: object): Promise<void>
}

/** The only way to reach URLs given by callers: public addresses, and those that the operator allows. */
export interface Outbound {
  fetch: SafeFetch
  /** Whether a URL may be stored for later calls; with `https`, plain http is allowed only where the operator lists it. */
  isAllowedTarget(address: string, options?: { https?: boolean }): Promise<boolean>
}

/** A fictional brand of the simulated providers and its market. */
export interface SimulatedMarket {
  brand: { name: string; domain: string }
  category: { singular: string; plural: string; audiences: readonly string[] }
  rivals: readonly { name: string; domain: string }[]
}

/** A database transaction, with the jobs and events that leave the process after its commit. */
export interface Transaction {
  db: Prisma.TransactionClient
  /** Queues a job after the commit. If the process dies in between, the periodic sweep queues it. */
  enqueue(job: Job): void
  /** Publishes an event after the commit, so that a query made because of the event sees the change. */
  publish(event: AnyEvent): void
}

/** A batch whose units are all done, with the final status it is about to get; its `finishedAt` is still null. */
export type EndingBatch = Omit<Batch, 'status'> & { status: FinalStatus }

/** What one feature contributes to the transaction that ends a batch. */
export interface BatchEndStep {
  /**
   * Called first in the transaction, to take the locks the step needs. Returns false when what the handler computed is out of
   * date: the transaction is then rolled back and every handler is called again.
   */
  isCurrent?(tx: Transaction): Promise<boolean>
  /** Columns of the batch that are written together with its final status. */
  columns?: Prisma.BatchUpdateManyMutationInput
  /** Writes the feature's own rows, once the batch has its final status. */
  write?(tx: Transaction, ended: Batch): Promise<void>
}

/**
 * Called when all units of a batch are done, before the transaction that ends it: reads and computes what may take long.
 * May be called several times for one batch; only the step of one call is carried out.
 */
export type BatchEndHandler = (ctx: Ctx, batch: EndingBatch) => Promise<BatchEndStep>

/** Work that can run in a thread, because input and output are plain data. */
export interface ThreadTask<Input, Output> {
  /** Unique among the tasks of `process/read-in-thread.ts`. */
  readonly name: string
  readonly run: (input: Input) => Output
}

/** A thread beside the event loop, for work that takes long: one task at a time, each with limits of time and memory. */
export interface ReadingThread {
  /** @throws {ProviderError} that the task throws, and of kind `drift` when it exceeds a limit */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output>
}

/** Dependencies outside the core and the database, and the handlers that features register; wired at start. */
export interface Deps {
  queue: JobQueue
  events: EventBus
  providers: ProviderRegistry
  breakers: Breakers
  /** What the questions to all providers together may cost in a day. */
  spendLimit: SpendLimit
  /** Reads answers that are too large for the event loop. */
  readingThread: ReadingThread
  /** The source of search volumes; null where none is configured. */
  volume: VolumeSource | null
  /** The language model that labels mentions; null where none is configured. */
  judge: Judge | null
  /** Called by `finalizeBatch`; their steps are carried out in this order. */
  batchEndHandlers: readonly BatchEndHandler[]
  /** The market of a fictional brand, by the address of its site, which is never fetched; null for real addresses. */
  simulatedMarket(address: string | null): SimulatedMarket | null
  outbound: Outbound
  /** Where real answers are recorded; null without RECORD_ANSWERS. */
  answerLog: AnswerLog | null
  /** What sends e-mail; null where no mail server is configured. */
  mailer: Mailer | null
  /** PUBLIC_URL, the origin under which users reach the installation; null when it is not set. */
  publicUrl: string | null
  secrets: SecretBox
  logger: Logger
  /** Aborted when the process stops and has waited for the work under way: what still runs must end now. */
  stopping: AbortSignal
}

/** What every operation receives: its caller, the request, the clock, the database and its dependencies. */
export interface Ctx {
  actor: Actor
  requestId: string
  /** Missing where nobody waits for an answer: for jobs, commands and subscriptions. */
  request?: PendingRequest
  now: () => Date
  db: Database
  deps: Deps
}

/** What operations receive that are called by somebody who is not authenticated, such as with a token of a link. */
export type AnonymousCtx = Omit<Ctx, 'actor'>

/** The part of a context that is the same for all requests of a process. */
export type Services = Pick<Ctx, 'now' | 'db' | 'deps'>
