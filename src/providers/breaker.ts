import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import { ProviderError } from './driver.ts'

/** Thrown by {@link Guard.run} while the circuit is open; the provider was not asked. */
export class CircuitOpenError extends ProviderError {
  constructor(providerId: string, retryAfter: number) {
    super('retry', `${providerId} failed repeatedly and is not asked until its circuit breaker closes`, {
      retryAfter,
    })
    this.name = 'CircuitOpenError'
  }
}

/** The circuit breaker of one provider. */
export interface Guard {
  /**
   * Runs the call, or throws {@link CircuitOpenError} without running it. While a trial call runs, other calls wait for its
   * outcome. Errors of the call are thrown on.
   */
  run<T>(call: () => Promise<T>): Promise<T>
  /** `half_open`: the pause is over, and the outcome of the next or the current call closes or reopens the circuit. */
  readonly state: 'closed' | 'open' | 'half_open'
  /** Whether the trial call of the half-open state is running. */
  readonly onTrial: boolean
  /** Milliseconds until the next trial while open, else null. */
  readonly retryAfter: number | null
}

/** The circuit breakers of a process. */
export interface Breakers {
  /** The guard of a provider; always the same object. */
  guard(provider: { id: string }): Guard
}

/**
 * Creates circuit breakers by cockatiel, one per provider. `threshold` consecutive failures (by default 5) open the circuit;
 * after `pause` milliseconds (by default 30,000) one trial call is made, whose outcome closes or reopens it. Questions that
 * the provider cannot answer, or that the caller cancelled, do not count as failures.
 */
export function createBreakers({ threshold = 5, pause = 30_000 } = {}): Breakers {
  const guards = new Map<string, Guard>()
  return {
    guard({ id }) {
      const guard = guards.get(id) ?? createGuard(id, threshold, pause)
      guards.set(id, guard)
      return guard
    },
  }
}

/** Adds the time until the next trial call, which cockatiel does not expose and Retry-After needs. */
function createGuard(providerId: string, threshold: number, pause: number): Guard {
  const circuit = circuitBreaker(handleWhen(isProviderFailure), {
    halfOpenAfter: pause,
    breaker: new ConsecutiveBreaker(threshold),
  })
  let openedAt = 0
  circuit.onBreak(() => {
    openedAt = Date.now()
  })
  const remaining = () => Math.max(0, openedAt + pause - Date.now())

  return {
    run: (call) =>
      circuit.execute(call).catch((error: unknown) => {
        throw isBrokenCircuitError(error) ? new CircuitOpenError(providerId, remaining()) : error
      }),
    get state() {
      if (circuit.state === CircuitState.Closed) return 'closed'
      return circuit.state === CircuitState.Open && remaining() > 0 ? 'open' : 'half_open'
    },
    get onTrial() {
      return circuit.state === CircuitState.HalfOpen
    },
    get retryAfter() {
      return this.state === 'open' ? remaining() : null
    },
  }
}

function isProviderFailure(error: Error): boolean {
  if (!(error instanceof ProviderError)) return false
  const cancelled = error.cause instanceof Error && error.cause.name === 'AbortError'
  return !cancelled && (error.kind === 'retry' || error.kind === 'stop' || error.kind === 'drift')
}
