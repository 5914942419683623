/** What a request is for: somebody waits for the response, or a program works through a lot of data. */
export type Priority = 'interactive' | 'bulk'

/** A request that asks for a turn. */
export interface TurnRequest {
  /** Identifies the key, the member, or the client address. Callers get turns equally often. */
  caller: string
  priority: Priority
  /** Whether the client still waits. */
  isConnected: () => boolean
}

/** Limits of the turns of a process. Times are in milliseconds. */
export interface TurnLimits {
  /** Maximum number of turns at the same time, and the maximum while the event loop is saturated. Half of them can be bulk. */
  turns: number
  saturatedTurns: number
  /** Time after which a turn no longer counts. Such a request waits for something else, such as a vendor. */
  turnTime: number
  /** Maximum number of waiting requests, and the time that each may wait. The callers share them equally. */
  waiting: number
  waitingTime: number
  /** As `waitingTime`, once requests have been waiting without a break for `overloadedAfter`. */
  overloadWaitingTime: number
  overloadedAfter: number
}

/** Ends a turn. Further calls have no effect. */
export type EndTurn = () => void
