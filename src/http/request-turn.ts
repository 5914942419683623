import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestGate } from '../core/keys/admission.ts'
import type { Credentials } from '../core/keys/authenticate.ts'
import type { EndTurn, Priority, Turns } from '../core/keys/turns.ts'
import type { Exchange } from './exchange.ts'

/** Paths of exports. */
const EXPORTS = /^(\/v1\/analysis)?\/exports\//

/** Paths to which a POST starts a run or an analysis. */
const STARTS = /^\/v1\/(async-analysis|analysis\/trigger)\/?$/

/** The turn of a request; see {@link Turns}. */
export class RequestTurn {
  readonly #turns: Turns
  readonly #caller: string
  readonly #isConnected: () => boolean
  #priority: Priority
  #end: EndTurn | null = null

  constructor(
    turns: Turns,
    { caller, priority, isConnected }: { caller: string; priority: Priority; isConnected: () => boolean },
  ) {
    this.#turns = turns
    this.#caller = caller
    this.#priority = priority
    this.#isConnected = isConnected
  }

  /**
   * Waits for a turn, unless the request has one.
   * @throws {AppError} SERVICE_UNAVAILABLE
   */
  async take(): Promise<void> {
    if (this.#end) return
    const request = { caller: this.#caller, priority: this.#priority, isConnected: this.#isConnected }
    const end = await this.#turns.take(request)
    if (this.#isConnected()) this.#end = end
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
    if (this.#priority === 'bulk') return
    this.end()
    this.#priority = 'bulk'
    await this.take()
  }
}

/**
 * Waits for the turn of a request. The turn ends with the response.
 * @throws {AppError} SERVICE_UNAVAILABLE if the process is overloaded
 */
export async function takeTurn(
  {
    incoming,
    outgoing,
    exchange,
  }: { incoming: IncomingMessage; outgoing: ServerResponse; exchange: Exchange },
  { authenticator, turns }: RequestGate,
  credentials: Credentials,
): Promise<void> {
  const turn = new RequestTurn(turns, {
    caller: authenticator.knownCaller(credentials) ?? `address:${exchange.address}`,
    priority: priorityOf(incoming),
    isConnected: () => exchange.connected,
  })
  exchange.turn = turn
  outgoing.once('close', () => turn.end())
  await turn.take()
}

/** Expensive GraphQL operations become bulk later, because their cost is known after parsing. */
function priorityOf({ method, url = '', headers: { accept = '' } }: IncomingMessage): Priority {
  const [path = ''] = url.split('?', 1)
  if (method === 'POST') return STARTS.test(path) ? 'bulk' : 'interactive'
  return EXPORTS.test(path) || accept.includes('text/csv') ? 'bulk' : 'interactive'
}
