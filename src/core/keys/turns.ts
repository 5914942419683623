import { performance as processPerformance } from 'node:perf_hooks'
import { AppError } from '../foundation/errors.ts'
import type { EndTurn, Priority, TurnLimits, TurnRequest } from './turn-request.ts'
import { WaitingLine } from './waiting-line.ts'

/** docs/reliability.md, "Overload", explains the values. */
export const TURN_LIMITS: TurnLimits = {
  turns: 16,
  saturatedTurns: 4,
  turnTime: 1_000,
  waiting: 1_000,
  waitingTime: 5_000,
  overloadedAfter: 5_000,
  overloadWaitingTime: 1_000,
}

/** Whole seconds that refused clients have to wait before they try again. */
const RETRY_AFTER = { interactive: 1, bulk: 5 } as const satisfies Record<Priority, number>

/** Milliseconds between checks for requests that have waited too long. */
const CHECK_INTERVAL = 10

/**
 * Share of the waiting requests that a check refuses at most. A thousand requests that began to wait at the same time would
 * otherwise be refused at the same time, and their clients would send the next thousand at the same time.
 */
const REFUSED_PER_CHECK = 0.01

/** An event loop is saturated if it is busy for more than this share of the time. */
const SATURATED = 0.95

/** Milliseconds after which the number of recent turns of each caller is halved. */
const HALF_LIFE = 250

/**
 * Limits how many requests of a process run at the same time, because each one makes all others slower. The others wait, and
 * the caller with the fewest recent turns is next, so a caller with many requests cannot delay a caller with few. Interactive
 * requests come before bulk requests. Once requests have been waiting for seconds, the process is overloaded: it refuses
 * requests after a short wait, because a long line would only make all responses late. The short wait slows down clients that
 * send their next request after the response.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #lines: Record<Priority, WaitingLine>
  readonly #onRefusal: (priority: Priority) => void
  /** The running turns, the oldest first. */
  readonly #running = new Set<{ priority: Priority; startedAt: number; end: EndTurn }>()
  #bulk = 0
  /** Current maximum number of turns. */
  #turns: number
  #eventLoop = processPerformance.eventLoopUtilization()
  /** Number of recent turns by caller. */
  readonly #recent = new Map<string, number>()
  #halvedAt = performance.now()
  #checks: NodeJS.Timeout | null = null

  /** @param onRefusal called for each refused request */
  constructor(onRefusal: (priority: Priority) => void = () => {}, limits: TurnLimits = TURN_LIMITS) {
    this.#limits = limits
    this.#turns = limits.turns
    this.#onRefusal = onRefusal
    this.#lines = { interactive: new WaitingLine(limits), bulk: new WaitingLine(limits) }
  }

  /**
   * Waits for a turn. The caller must end it.
   * @throws {AppError} SERVICE_UNAVAILABLE if the process is overloaded, or the client has disconnected
   */
  async take(request: TurnRequest): Promise<EndTurn> {
    if (this.#hasRoom(request.priority)) return this.#start(request)
    if (!this.#checks) {
      this.#checks = setInterval(() => this.#check(), CHECK_INTERVAL).unref()
      this.#eventLoop = processPerformance.eventLoopUtilization()
    }
    const line = this.#lines[request.priority]
    if (!line.hasRoom(request.caller, this.#recent.size)) throw this.#refusal(request.priority)
    return new Promise((start, reject) => line.add({ ...request, start, reject }))
  }

  #hasRoom(priority: Priority): boolean {
    return this.#running.size < this.#turns && (priority === 'interactive' || this.#bulk < this.#turns / 2)
  }

  #start({ caller, priority }: TurnRequest): EndTurn {
    const now = performance.now()
    if (now - this.#halvedAt > HALF_LIFE) this.#halveRecent(now)
    this.#recent.set(caller, (this.#recent.get(caller) ?? 0) + 1)
    const turn = {
      priority,
      startedAt: now,
      end: () => {
        if (!this.#running.delete(turn)) return
        if (priority === 'bulk') this.#bulk -= 1
        this.#startWaiting()
      },
    }
    this.#running.add(turn)
    if (priority === 'bulk') this.#bulk += 1
    return turn.end
  }

  #startWaiting(): void {
    for (const priority of ['interactive', 'bulk'] as const) {
      const line = this.#lines[priority]
      while (line.size > 0 && this.#hasRoom(priority)) {
        const next = line.takeNext((caller) => this.#recent.get(caller) ?? 0)
        if (next?.isConnected()) next.start(this.#start(next))
        else next?.reject(abandoned())
      }
    }
  }

  /** Adapts the number of turns, ends turns that take too long, and refuses requests that have waited too long. */
  #check(): void {
    const now = performance.now()
    this.#adaptTurns()
    for (const { startedAt, end } of this.#running) {
      if (now - startedAt < this.#limits.turnTime) break
      end()
    }
    for (const priority of ['interactive', 'bulk'] as const) {
      const line = this.#lines[priority]
      for (const { isConnected, reject } of line.removeLate(now, Math.ceil(line.size * REFUSED_PER_CHECK)))
        reject(isConnected() ? this.#refusal(priority) : abandoned())
    }
    if (this.#lines.interactive.size + this.#lines.bulk.size > 0) return
    clearInterval(this.#checks ?? undefined)
    this.#checks = null
    this.#turns = this.#limits.turns
  }

  /**
   * With a saturated event loop, more turns would only make each request slower. If the loop has time, for example because
   * requests wait for the database, more turns serve more requests.
   */
  #adaptTurns(): void {
    const { turns, saturatedTurns } = this.#limits
    const eventLoop = processPerformance.eventLoopUtilization()
    const { utilization } = processPerformance.eventLoopUtilization(eventLoop, this.#eventLoop)
    this.#eventLoop = eventLoop
    const wanted = utilization > SATURATED ? Math.floor(this.#turns * 0.75) : this.#turns + 1
    this.#turns = Math.min(turns, Math.max(saturatedTurns, wanted))
    this.#startWaiting()
  }

  #halveRecent(now: number): void {
    const halvings = Math.floor((now - this.#halvedAt) / HALF_LIFE)
    this.#halvedAt += halvings * HALF_LIFE
    for (const [caller, turns] of this.#recent) {
      const left = turns / 2 ** halvings
      if (left < 0.5) this.#recent.delete(caller)
      else this.#recent.set(caller, left)
    }
  }

  #refusal(priority: Priority): AppError {
    this.#onRefusal(priority)
    return REFUSALS[priority]
  }
}

/** Created once, because an error with a stack trace for each refusal would take most of its CPU time. */
const REFUSALS = { interactive: refusal('interactive'), bulk: refusal('bulk') }

function refusal(priority: Priority): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The server is overloaded and did not start the request. Send it again after the seconds in Retry-After.',
    { retryAfter: RETRY_AFTER[priority] },
  )
}

/** Appears only in the log. */
function abandoned(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The client closed its connection. Nothing was changed.')
}
