import type { IncomingMessage } from 'node:http'
import type { PendingRequest } from '../core/foundation/pending-request.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import type { EndTurn, Priority } from '../core/keys/turn-request.ts'
import type { Turns } from '../core/keys/turns.ts'

/** Paths whose requests need a turn: all that need a key or a session. */
const WITH_TURN = /^\/(graphql|mcp|v1\/.*|exports\/.*)$/

/** Paths of exports, and paths to which a POST starts a run or an analysis. */
const EXPORTS = /^(\/v1\/analysis)?\/exports\//
const STARTS = /^\/v1\/(async-analysis|analysis\/trigger)\/?$/

/** Properties of a {@link RequestTurn}. */
interface TurnOwner {
  caller: string
  priority: Priority
  isConnected: () => boolean
}

/** The turn of a request; see {@link Turns}. A request can give its turn back and take another one. */
export class RequestTurn {
  readonly #turns: Turns
  readonly #owner: TurnOwner
  #end: EndTurn | null = null

  constructor(turns: Turns, owner: TurnOwner) {
    this.#turns = turns
    this.#owner = owner
  }

  /**
   * Waits for a turn, unless the request has one.
   * @throws {AppError} SERVICE_UNAVAILABLE if the process is overloaded or the client has disconnected
   */
  async take(): Promise<void> {
    if (this.#end) return
    const end = await this.#turns.take(this.#owner)
    if (this.#owner.isConnected()) this.#end = end
    else end()
  }

  /** Ends the turn while the request only waits, for example for its body or for events. */
  end(): void {
    this.#end?.()
    this.#end = null
  }

  /**
   * Continues as bulk, and waits for a turn.
   * @throws {AppError} SERVICE_UNAVAILABLE
   */
  async becomeBulk(): Promise<void> {
    if (this.#owner.priority === 'bulk') return
    this.end()
    this.#owner.priority = 'bulk'
    await this.take()
  }
}

/** Creates the turn of a request without taking it; null for requests that need none, such as health checks and files of pages. */
export function turnOf(
  { method, url = '', headers }: IncomingMessage,
  { exchange, gate }: { exchange: Pick<PendingRequest, 'address' | 'connected'>; gate: RequestGate },
): RequestTurn | null {
  const [path = ''] = url.split('?', 1)
  if (method === 'OPTIONS' || !WITH_TURN.test(path)) return null
  const { authenticator, turns } = gate
  return new RequestTurn(turns, {
    // Unknown credentials share the turns of their address. Otherwise made-up keys would get as many turns as real ones.
    caller: authenticator.knownCaller(headers) ?? `address:${exchange.address}`,
    priority: priorityOf(path, { method, accept: headers.accept ?? '' }),
    isConnected: () => exchange.connected,
  })
}

/** Expensive GraphQL operations become bulk later, because their cost is known after parsing. */
function priorityOf(
  path: string,
  { method, accept }: { method: string | undefined; accept: string },
): Priority {
  if (method === 'POST') return STARTS.test(path) ? 'bulk' : 'interactive'
  return EXPORTS.test(path) || accept.includes('text/csv') ? 'bulk' : 'interactive'
}
