import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel'
import { ProviderError } from './driver.ts'

/** Thrown by {@link Guard.run} while the circuit is open; the provider was not asked. */
export class CircuitOpenError extends ProviderError {
  /** @param cause what opened the circuit: after one of kind `stop` a retry does not help before somebody has acted */
  constructor(
    providerId: string,
    { cause, retryAfter }: { cause: ProviderError | null; retryAfter: number },
  ) {
    super(
      cause?.kind === 'stop' ? 'stop' : 'retry',
      `${providerId} failed and is not asked until its circuit breaker closes`,
      { retryAfter },
    )
    this.name = 'CircuitOpenError'
  }
}

/** The circuit breaker of one provider. */
export interface Guard {
  /**
   * Runs the call, or throws {@link CircuitOpenError} without running it. While a trial call runs, other calls wait for its
   * outcome. Errors of the call are thrown on; one that limits the rate loses that mark once the provider has done nothing
   * else for as long as it is waited for.
   */
  run<T>(call: () => Promise<T>): Promise<T>
  /** `half_open`: the pause is over, and the outcome of the next or the current call closes or reopens the circuit. */
  readonly state: 'closed' | 'open' | 'half_open'
  /** Whether the trial call of the half-open state is running. */
  readonly onTrial: boolean
  /** Milliseconds until the next trial while open, else null. */
  readonly retryAfter: number | null
  /** How often the circuit has opened: tells one opening from the next. */
  readonly openings: number
  /** What opened the circuit; null while it is closed. */
  readonly cause: ProviderError | null
}

/** The circuit breakers of a process. */
export interface Breakers {
  /** The guard of a provider; always the same object. */
  guard(provider: { id: string }): Guard
}

/** How circuits open and close; times in milliseconds. */
interface BreakerOptions {
  /** So many failures in a row open the circuit. */
  threshold: number
  /** After it one trial call is made, whose outcome closes or reopens the circuit. */
  pause: number
  /** The pause after an error of kind `stop`: somebody has to act first, and each trial costs somebody an answer. */
  stopPause: number
  /** For how long a provider that only limits the rate is not counted as failing. */
  patience: number
}

const DEFAULTS: BreakerOptions = {
  threshold: 5,
  pause: 30_000,
  stopPause: 5 * 60_000,
  patience: 60 * 60_000,
}

/**
 * Creates circuit breakers by cockatiel, one per provider. What counts as a failure, by kind of the error:
 * - `stop`, of credentials or quota, opens the circuit at once: every further question would be refused as well.
 * - `retry`, and `drift` of a body that could not even be stored, open it when several follow one another. The latter may have
 *   been paid for, so that asking on costs money for nothing.
 * - `retry` of a provider that limits the rate is no failure: it works, and its queue waits. Where it does nothing else for an
 *   hour, it is one.
 * - Questions that the provider cannot answer, and those that the caller cancelled, are none.
 */
export function createBreakers(options: Partial<BreakerOptions> = {}): Breakers {
  const guards = new Map<string, Guard>()
  return {
    guard({ id }) {
      const guard = guards.get(id) ?? createGuard(id, { ...DEFAULTS, ...options })
      guards.set(id, guard)
      return guard
    },
  }
}

/** Adds what cockatiel does not have: errors that open at once, and the time until the next trial call, which Retry-After needs. */
function createGuard(providerId: string, { threshold, pause, stopPause, patience }: BreakerOptions): Guard {
  let cause: ProviderError | null = null
  let openUntil = 0
  /** Since when the provider has done nothing but limit the rate. */
  let limitedSince: number | null = null
  const pauseNow = () => (cause?.kind === 'stop' ? stopPause : pause)
  const consecutive = new ConsecutiveBreaker(threshold)
  const circuit = circuitBreaker(
    handleWhen((error) => {
      if (!isFailure(error)) return false
      if (cause?.kind !== 'stop') cause = error
      return true
    }),
    {
      halfOpenAfter: new DelegateBackoff(pauseNow),
      breaker: {
        state: null,
        success() {
          consecutive.success()
          cause = null
        },
        failure: () => consecutive.failure() || cause?.kind === 'stop',
      },
    },
  )
  let openings = 0
  circuit.onBreak(() => {
    openings += 1
    openUntil = Date.now() + pauseNow()
  })
  circuit.onHalfOpen(() => {
    cause = null
  })
  const remaining = () => Math.max(0, openUntil - Date.now())

  async function measured<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call()
      limitedSince = null
      return answer
    } catch (error) {
      if (!(error instanceof ProviderError && error.rateLimited)) throw error
      limitedSince ??= Date.now()
      if (Date.now() - limitedSince < patience) throw error
      const { kind, message, retryAfter } = error
      throw new ProviderError(kind, message, { retryAfter, cause: error })
    }
  }

  return {
    run: (call) =>
      circuit
        .execute(() => measured(call))
        .catch((error: unknown) => {
          if (!isBrokenCircuitError(error)) throw error
          throw new CircuitOpenError(providerId, { cause, retryAfter: remaining() })
        }),
    get state() {
      if (circuit.state === CircuitState.Closed) return 'closed'
      return circuit.state === CircuitState.Open && remaining() > 0 ? 'open' : 'half_open'
    },
    get openings() {
      return openings
    },
    get onTrial() {
      return circuit.state === CircuitState.HalfOpen
    },
    get retryAfter() {
      return this.state === 'open' ? remaining() : null
    },
    get cause() {
      return circuit.state === CircuitState.Closed ? null : cause
    },
  }
}

function isFailure(error: Error): error is ProviderError {
  if (!(error instanceof ProviderError) || error.rateLimited) return false
  const cancelled = error.cause instanceof Error && error.cause.name === 'AbortError'
  return !cancelled && (error.kind === 'retry' || error.kind === 'stop' || error.kind === 'drift')
}
