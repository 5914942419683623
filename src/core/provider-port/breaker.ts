import type { ProviderError } from './driver.ts'

/** The circuit breaker of one provider, or of one location of a provider. */
export interface Guard {
  /**
   * Runs the call, or throws a ProviderError without running it while the circuit is open. During a trial call, other calls wait for
   * its outcome. Rethrows the call's errors. If the provider has only returned rate limit errors for an hour, they are rethrown
   * without `rateLimited` and count as failures.
   */
  run<T>(call: () => Promise<T>): Promise<T>
  /** `half_open`: the pause is over, and the next or the current call closes or reopens the circuit. */
  readonly state: 'closed' | 'open' | 'half_open'
  /** Whether the trial call of the half-open state is running. */
  readonly onTrial: boolean
  /** Milliseconds until the next trial while open, else null. */
  readonly retryAfter: number | null
  /** The number of times the circuit has opened; distinguishes one opening from the next. */
  readonly openings: number
  /** The error that opened the circuit; null while it is closed. */
  readonly cause: ProviderError | null
}

/** A provider with its credentials. Each connection has separate circuits, so that a bad key of one never stops another. */
export interface Connected {
  id: string
  connectionId: string
}

/** The circuit breakers of a process. */
export interface Breakers {
  /** Returns the guard of a provider; always the same object. */
  guard(provider: Connected): Guard
  /** Returns the guard of questions from one country, which opens if the provider keeps rejecting that country. */
  locationGuard(provider: Connected, location: string): Guard
}
