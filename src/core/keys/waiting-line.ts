import type { EndTurn, TurnLimits, TurnRequest } from './turn-request.ts'

/** Number of requests that every caller may have in the line. A page of the dashboard sends that many at once. */
const MIN_SHARE = 8

/** A request that waits for a turn. */
interface Waiting extends TurnRequest {
  start(end: EndTurn): void
  reject(error: Error): void
}

/** The waiting requests of one priority, by caller. */
export class WaitingLine {
  readonly #limits: TurnLimits
  readonly #callers = new Map<string, (Waiting & { since: number })[]>()
  #size = 0
  /** Time since when the line has not been empty. */
  #busySince = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Milliseconds for which requests have been waiting without a break; 0 if none waits. */
  get busyTime(): number {
    return this.#size === 0 ? 0 : performance.now() - this.#busySince
  }

  /** Whether the caller may wait. The active callers share the line equally. */
  hasRoom(caller: string, activeCallers: number): boolean {
    const { waiting } = this.#limits
    const share = Math.max(MIN_SHARE, waiting / Math.max(1, activeCallers))
    return this.#size < 2 * waiting && (this.#callers.get(caller)?.length ?? 0) < share
  }

  add(request: Waiting): void {
    const since = performance.now()
    if (this.#size === 0) this.#busySince = since
    this.#size += 1
    const own = this.#callers.get(request.caller)
    if (own) own.push({ ...request, since })
    else this.#callers.set(request.caller, [{ ...request, since }])
  }

  /** Removes and returns the first request of the caller with the fewest turns. */
  takeNext(turnsOf: (caller: string) => number): Waiting | undefined {
    let next: string | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const caller of this.#callers.keys()) {
      const turns = turnsOf(caller)
      if (turns >= fewest) continue
      next = caller
      fewest = turns
    }
    return next === undefined ? undefined : this.#shift(next)
  }

  /** Removes and returns the requests that have waited too long, the oldest first, but at most `max`. */
  removeLate(now: number, max: number): Waiting[] {
    const { waitingTime, overloadWaitingTime, overloadedAfter } = this.#limits
    const latest = now - (this.busyTime > overloadedAfter ? overloadWaitingTime : waitingTime)
    const late: Waiting[] = []
    while (late.length < max) {
      const [caller, since] = this.#oldest()
      const removed = since < latest ? this.#shift(caller) : undefined
      if (!removed) break
      late.push(removed)
    }
    return late
  }

  /** Returns the caller whose first request has waited for the longest time, and since when. */
  #oldest(): [caller: string, since: number] {
    let oldest: [string, number] = ['', Number.POSITIVE_INFINITY]
    for (const [caller, [first]] of this.#callers)
      if (first && first.since < oldest[1]) oldest = [caller, first.since]
    return oldest
  }

  #shift(caller: string): Waiting | undefined {
    const requests = this.#callers.get(caller)
    const first = requests?.shift()
    if (first) this.#size -= 1
    if (requests?.length === 0) this.#callers.delete(caller)
    return first
  }
}
