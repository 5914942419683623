import type { Database } from '../infra/database.ts'
import type { SafeFetch } from '../infra/safe-fetch.ts'
import type { SecretBox } from '../infra/secret-box.ts'
import type { Breakers } from '../providers/breaker.ts'
import type { Judge } from '../providers/judge.ts'
import type { ProviderRegistry } from '../providers/registry.ts'
import type { VolumeSource } from '../providers/volume/source.ts'
import type { Actor } from './actor.ts'
import type { EventBus } from './events.ts'
import type { Job } from './jobs.ts'

/** The way work leaves a verb: at-least-once, so that every job must be safe to run again. */
export interface JobQueue {
  /** Adds jobs; one that is already waiting or running is not added twice. */
  add(jobs: readonly Job[]): Promise<void>
}

/** What a verb says about itself to operators. Never keys, secrets or answer text. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The only way to addresses that callers name: to the public internet, and to what the operator lists. */
export interface Outbound {
  fetch: SafeFetch
  /** Whether an address may be kept for later; with `https`, plain http only where the operator lists it. */
  isAllowedTarget(address: string, options?: { https?: boolean }): Promise<boolean>
}

/** What lies outside the core and the database. */
export interface Deps {
  queue: JobQueue
  events: EventBus
  providers: ProviderRegistry
  breakers: Breakers
  /** Where search volumes come from; null where nobody was configured to tell them. */
  volume: VolumeSource | null
  /** Labels what was found in answers; null where nobody was configured to. */
  judge: Judge | null
  outbound: Outbound
  secrets: SecretBox
  logger: Logger
}

/** Everything a verb needs to know about who asks, when, and with what. */
export interface Ctx {
  actor: Actor
  requestId: string
  now: () => Date
  db: Database
  deps: Deps
}

/** A transport's own part of a context: the rest is the same for every request of a process. */
export type Services = Pick<Ctx, 'now' | 'db' | 'deps'>
