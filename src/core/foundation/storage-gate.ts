import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../infra/database-unavailable.ts'
import type { CommonDeps, Ctx, Logger } from './context.ts'

/** Milliseconds between two attempts. */
const RETRY_INTERVAL = 250

/**
 * Keeps paid answers in memory while the database is unavailable. The gate is closed while a statement waits for the
 * database, and no new questions may be asked then. It therefore holds at most the answers to questions that were in
 * progress when the database became unavailable. There is one gate per process.
 */
export class StorageGate {
  readonly #stopping: AbortSignal
  readonly #logger: Logger
  #waiting = 0
  #answersHeld = 0
  readonly #onOpen: (() => void)[] = []

  constructor({ stopping, logger }: Pick<CommonDeps, 'stopping' | 'logger'>) {
    this.#stopping = stopping
    this.#logger = logger
    stopping.addEventListener('abort', () => {
      if (this.#answersHeld === 0) return
      logger.error(
        { answers: this.#answersHeld },
        'stopped while the database is unavailable: these answers could not be stored and are lost; their units will be asked again',
      )
    })
  }

  /**
   * Runs database work and retries it while the database is unavailable. A failed attempt may have taken effect.
   * @param options.answer whether the work stores an answer, which is lost if the process stops first
   * @throws other errors of the work, and once the process stops also the error of the unavailable database
   */
  async run<T>(work: () => Promise<T>, { answer = false } = {}): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (this.#waiting === 0)
        this.#logger.warn(
          { error },
          'answers cannot be stored: received answers are kept in memory, and no more questions are asked',
        )
    }
    this.#waiting += 1
    this.#answersHeld += answer ? 1 : 0
    try {
      for (;;) {
        await pause(RETRY_INTERVAL, undefined, { signal: this.#stopping }).catch(() => {})
        try {
          return await work()
        } catch (error) {
          if (!isDatabaseUnavailable(error) || this.#stopping.aborted) throw error
        }
      }
    } finally {
      this.#waiting -= 1
      this.#answersHeld -= answer ? 1 : 0
      if (this.#waiting === 0) this.#open()
    }
  }

  #open(): void {
    if (!this.#stopping.aborted) this.#logger.info({}, 'all answers kept in memory are stored')
    for (const resolve of this.#onOpen.splice(0)) resolve()
  }

  /** Resolves when no work waits for the database. */
  async opened(): Promise<void> {
    while (this.#waiting > 0) await new Promise<void>((resolve) => this.#onOpen.push(resolve))
  }
}

const gates = new WeakMap<CommonDeps, StorageGate>()

/** Returns the storage gate of the process. */
export function storageGate({ deps }: Pick<Ctx, 'deps'>): StorageGate {
  const existing = gates.get(deps)
  if (existing) return existing
  const gate = new StorageGate(deps)
  gates.set(deps, gate)
  return gate
}
