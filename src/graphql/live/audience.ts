import type { Actor } from '../../core/actor.ts'
import type { Logger } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { CONNECTIONS_PER_CALLER, OPERATIONS_PER_CALLER } from '../limits.ts'

/** How often it is asked whether the callers are still good, in milliseconds. */
const LOOK_AGAIN = 2_000

/** Which of these callers may go on. */
export type StillGood = (actors: readonly Actor[]) => Promise<ReadonlySet<Actor>>

/** A connection that stays open: a socket, or a stream of events. */
export interface Place {
  /** Counts an operation. @returns what ends it. @throws {AppError} RATE_LIMITED */
  operation(): () => void
  leave(): void
}

interface Caller {
  actor: Actor
  operations: number
  /** Each dismisses one connection. */
  connections: Set<() => void>
}

/**
 * Who is connected to a process: bounds what one key or member holds open, and sends away the connections of those that were
 * revoked, within seconds and although nothing happens on them.
 */
export class Audience {
  readonly #callers = new Map<string, Caller>()
  readonly #stillGood: StillGood
  readonly #logger: Logger
  #timer: NodeJS.Timeout | null = null

  constructor(stillGood: StillGood, logger: Logger) {
    this.#stillGood = stillGood
    this.#logger = logger
  }

  /**
   * Lets a connection in; `dismiss` is called when its caller is no good any more.
   * @throws {AppError} RATE_LIMITED for one too many
   */
  enter(actor: Actor, dismiss: () => void): Place {
    const name = nameOf(actor)
    const caller = this.#callers.get(name) ?? { actor, operations: 0, connections: new Set() }
    if (caller.connections.size >= CONNECTIONS_PER_CALLER) {
      throw tooMany(`At most ${CONNECTIONS_PER_CALLER} connections stay open for a key at a time.`)
    }
    this.#callers.set(name, caller)
    caller.connections.add(dismiss)
    this.#timer ??= setInterval(() => void this.#look(), LOOK_AGAIN).unref()
    return {
      operation: () => {
        if (caller.operations >= OPERATIONS_PER_CALLER) {
          throw tooMany(`At most ${OPERATIONS_PER_CALLER} operations of a key are under way at a time.`)
        }
        caller.operations += 1
        return () => {
          caller.operations -= 1
        }
      },
      leave: () => {
        caller.connections.delete(dismiss)
        if (caller.connections.size === 0) this.#callers.delete(name)
        if (this.#callers.size === 0) this.close()
      },
    }
  }

  /** Stops looking. */
  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    const callers = [...this.#callers.values()]
    try {
      const good = await this.#stillGood(callers.map(({ actor }) => actor))
      for (const { actor, connections } of callers) {
        if (!good.has(actor)) for (const dismiss of [...connections]) dismiss()
      }
    } catch (error) {
      // The database is away: nobody is sent away for that, and the next look comes soon.
      this.#logger.warn({ error }, 'callers not looked at')
    }
  }
}

function tooMany(message: string): AppError {
  return new AppError('RATE_LIMITED', message, { retryAfter: 60 })
}

/** Callers are told apart by key, or by session: one may end before another. */
function nameOf(actor: Actor): string {
  switch (actor.type) {
    case 'key':
      return `key ${actor.keyId}`
    case 'member':
      return `member ${actor.sessionId ?? actor.userId} ${actor.organizationId}`
    case 'job':
    case 'operator':
      return actor.type
  }
}
