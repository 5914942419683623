import { onAccessChange } from '../core/access/access-changes.ts'
import type { AppServices } from '../core/context.ts'
import type { Actor } from '../core/foundation/actor.ts'
import { expectedError } from '../core/foundation/database-errors.ts'
import { AppError } from '../core/foundation/errors.ts'
import { stillAuthorized } from '../core/keys/still-authorized.ts'

/**
 * Milliseconds between authorization checks of open connections. Changes by other processes take effect within this time.
 * Changes by this process take effect immediately.
 */
const RECHECK_INTERVAL = 2_000

/** Maximum number of concurrent connections of a key or session in one process. */
const MAX_CONNECTIONS = 10_000

/** Maximum number of concurrent operations on all these connections together. */
const MAX_OPERATIONS = 10_000

interface Caller {
  actor: Actor
  operations: number
  connections: Set<ConnectionLease>
}

/** An open connection of a caller: a WebSocket, an event stream, or a running tool call. */
export class ConnectionLease {
  /** Closes the connection. */
  readonly disconnect: () => void
  readonly #caller: Caller
  readonly #registry: ConnectionRegistry

  constructor(registry: ConnectionRegistry, caller: Caller, disconnect: () => void) {
    this.#registry = registry
    this.#caller = caller
    this.disconnect = disconnect
  }

  /**
   * Counts a running operation, until `endOperation` is called.
   * @throws {AppError} RATE_LIMITED if too many operations of the caller are running
   */
  startOperation(): void {
    if (this.#caller.operations >= MAX_OPERATIONS) {
      throw tooMany(`A key may have at most ${MAX_OPERATIONS} running operations.`)
    }
    this.#caller.operations += 1
  }

  endOperation(): void {
    this.#caller.operations -= 1
  }

  /** Must be called once, when the connection closes. */
  release(): void {
    this.#caller.connections.delete(this)
    if (this.#caller.connections.size === 0) this.#registry.forget(this.#caller.actor)
  }
}

/**
 * Tracks the open GraphQL and MCP connections of a process and limits them per key or session. Closes the connections of a
 * revoked key or an ended session within seconds, even if they are idle.
 */
export class ConnectionRegistry {
  readonly #callers = new Map<string, Caller>()
  readonly #services: AppServices
  #stopChecks: (() => void) | null = null

  constructor(services: AppServices) {
    this.#services = services
  }

  /**
   * Registers a connection. Calls `disconnect` when the caller is no longer authorized.
   * @throws {AppError} RATE_LIMITED if the caller has too many connections
   */
  open(actor: Actor, disconnect: () => void): ConnectionLease {
    const key = callerKey(actor)
    const caller = this.#callers.get(key) ?? { actor, operations: 0, connections: new Set() }
    if (caller.connections.size >= MAX_CONNECTIONS) {
      throw tooMany(`A key may have at most ${MAX_CONNECTIONS} open connections.`)
    }
    this.#callers.set(key, caller)
    const lease = new ConnectionLease(this, caller, disconnect)
    caller.connections.add(lease)
    this.#stopChecks ??= this.#startChecks()
    return lease
  }

  /** Must be called when a caller has no more connections. */
  forget(actor: Actor): void {
    this.#callers.delete(callerKey(actor))
    if (this.#callers.size === 0) this.close()
  }

  /** Stops the checks. Open connections stay open. */
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
        if (!authorized.has(actor)) for (const lease of [...connections]) lease.disconnect()
      }
    } catch (error) {
      // Connections stay open while the database is unavailable, and are checked again soon.
      if (!expectedError(error))
        this.#services.deps.logger.warn(
          { error },
          'the authorization of open connections could not be checked',
        )
    }
  }
}

function tooMany(message: string): AppError {
  return new AppError('RATE_LIMITED', message, { retryAfter: 60 })
}

/** Identifies a caller by key or session. Members are not enough, because each of their sessions ends separately. */
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
