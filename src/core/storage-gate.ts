import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../infra/database-unavailable.ts'
import type { Ctx, Deps, Logger } from './context.ts'

/** Milliseconds between two attempts. */
const RETRY_INTERVAL = 250

/**
 * Holds what was paid for while the database cannot be used, and closes while a statement waits for it: nothing may be paid
 * for then. What is held is therefore at most what was under way when the database was lost. One per process.
 */
export class StorageGate {
  readonly #stopping: AbortSignal
  readonly #logger: Logger
  #waiting = 0
  #answersHeld = 0
  readonly #onOpen: (() => void)[] = []

  constructor({ stopping, logger }: Pick<Deps, 'stopping' | 'logger'>) {
    this.#stopping = stopping
    this.#logger = logger
    stopping.addEventListener('abort', () => {
      if (this.#answersHeld === 0) return
      logger.error(
        { answers: this.#answersHeld },
        'stopped while the database cannot be used: these answers could not be stored and are lost; their units will be asked again',
      )
    })
  }

  /**
   * Runs work on the database; where that cannot be used, again until it can. The work may have taken effect before it fails.
   * @param options.answer whether the work stores an answer, which is lost if it is given up
   * @throws what the work throws otherwise; once the process stops also that the database cannot be used
   */
  async run<T>(work: () => Promise<T>, { answer = false } = {}): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (this.#waiting === 0)
        this.#logger.warn(
          { error },
          'answers cannot be stored: those that arrive are kept, and no more are asked for',
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
    if (!this.#stopping.aborted) this.#logger.info({}, 'all answers that were kept are stored')
    for (const resolve of this.#onOpen.splice(0)) resolve()
  }

  /** Resolves when no work waits for the database. */
  async opened(): Promise<void> {
    while (this.#waiting > 0) await new Promise<void>((resolve) => this.#onOpen.push(resolve))
  }
}

const gates = new WeakMap<Deps, StorageGate>()

/** The gate of the process. */
export function storageGate({ deps }: Pick<Ctx, 'deps'>): StorageGate {
  const known = gates.get(deps)
  if (known) return known
  const gate = new StorageGate(deps)
  gates.set(deps, gate)
  return gate
}
