import { onAccessChange } from '../core/access-changes.ts'
import type { Actor } from '../core/actor.ts'
import type { Services } from '../core/context.ts'
import { expectedError } from '../core/database-errors.ts'
import { AppError } from '../core/errors.ts'
import { stillAuthorized } from '../core/keys/still-authorized.ts'

/**
 * Interval in which the callers of open connections are authorized again, in milliseconds: a change by another process
 * takes effect within it, one by this process at once.
 */
const RECHECK_INTERVAL = 2_000

/** Concurrent connections of one key or session in one process, and concurrent operations over all of them. */
const CONNECTIONS_PER_CALLER = 10_000
const OPERATIONS_PER_CALLER = 10_000

/** An open connection of a caller: a WebSocket, an event stream, or a tool call that is under way. */
export interface ConnectionLease {
  /**
   * Counts an operation as running. @returns a function that ends it
   * @throws {AppError} RATE_LIMITED when the caller has too many
   */
  startOperation(): () => void
  /** Must be called once, when the connection is closed. */
  release(): void
}

interface Caller {
  actor: Actor
  operations: number
  /** One function per connection, which closes it. */
  connections: Set<() => void>
}

/**
 * The open connections of a process, over GraphQL and MCP. Limits how many one key or session holds open, and closes, within
 * seconds, those of callers whose key was revoked or whose session has ended, also while they are idle.
 */
export class ConnectionRegistry {
  readonly #callers = new Map<string, Caller>()
  readonly #services: Services
  #stopChecks: (() => void) | null = null

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * Registers a connection; `disconnect` is called when its caller is no longer authorized.
   * @throws {AppError} RATE_LIMITED when the caller has too many
   */
  open(actor: Actor, disconnect: () => void): ConnectionLease {
    const key = callerKey(actor)
    const caller = this.#callers.get(key) ?? { actor, operations: 0, connections: new Set() }
    if (caller.connections.size >= CONNECTIONS_PER_CALLER) {
      throw tooMany(`At most ${CONNECTIONS_PER_CALLER} connections stay open for a key at a time.`)
    }
    this.#callers.set(key, caller)
    caller.connections.add(disconnect)
    this.#stopChecks ??= this.#startChecks()
    return {
      startOperation: () => {
        if (caller.operations >= OPERATIONS_PER_CALLER) {
          throw tooMany(`At most ${OPERATIONS_PER_CALLER} operations of a key are under way at a time.`)
        }
        caller.operations += 1
        return () => {
          caller.operations -= 1
        }
      },
      release: () => {
        caller.connections.delete(disconnect)
        if (caller.connections.size === 0) this.#callers.delete(key)
        if (this.#callers.size === 0) this.close()
      },
    }
  }

  /** Stops the checks; open connections stay open. */
  close(): void {
    this.#stopChecks?.()
    this.#stopChecks = null
  }

  #startChecks(): () => void {
    const recheck = () => void this.#recheck()
    const timer = setInterval(recheck, RECHECK_INTERVAL).unref()
    const stopListening = onAccessChange(recheck)
    return () => {
      clearInterval(timer)
      stopListening()
    }
  }

  async #recheck(): Promise<void> {
    const callers = [...this.#callers.values()]
    try {
      const authorized = await stillAuthorized(
        this.#services,
        callers.map(({ actor }) => actor),
      )
      for (const { actor, connections } of callers) {
        if (!authorized.has(actor)) for (const disconnect of [...connections]) disconnect()
      }
    } catch (error) {
      // Connections stay open while the database cannot be reached; the next check follows shortly.
      if (!expectedError(error))
        this.#services.deps.logger.warn({ error }, 'open connections could not be authorized again')
    }
  }
}

function tooMany(message: string): AppError {
  return new AppError('RATE_LIMITED', message, { retryAfter: 60 })
}

/** Identifies a caller by key or by session, because the sessions of a member end independently. */
function callerKey(actor: Actor): string {
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
