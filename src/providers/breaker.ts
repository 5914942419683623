import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { ProviderError } from './driver.ts'

/** What {@link Guard.run} throws instead of asking while the circuit is open: nothing was bought, so no attempt was made. */
export class CircuitOpenError extends ProviderError {
  constructor(providerId: string, retryAfter: number) {
    super('retry', `${providerId} failed repeatedly and is left alone for a while`, { retryAfter })
    this.name = 'CircuitOpenError'
  }
}

export interface Guard {
  /** Runs the call, or throws {@link CircuitOpenError} without running it. What the call throws passes through. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** `half_open`: the next call decides. */
  readonly state: 'closed' | 'open' | 'half_open'
  /** Milliseconds until the next trial while open, else null. */
  readonly retryAfter: number | null
}

export interface Breakers {
  /** The one guard of this provider in this process. */
  guard(provider: { id: string }): Guard
}

/**
 * A circuit breaker per provider. `threshold` consecutive failures (5) open it; after `pause` milliseconds (30,000) one call
 * is let through and its outcome closes or reopens it. A question that cannot be answered, or that its asker gave up on, says
 * nothing about the provider's health and does not count.
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

function createGuard(providerId: string, threshold: number, pause: number): Guard {
  const circuit = circuitBreaker(handleWhen(saysProviderIsDown), {
    halfOpenAfter: pause,
    breaker: new ConsecutiveBreaker(threshold),
  })
  let openedAt = 0
  circuit.onBreak(() => {
    openedAt = Date.now()
  })
  const remaining = () => Math.max(0, openedAt + pause - Date.now())

  return {
    run(call) {
      // cockatiel itself refuses with an error that does not say how long to wait.
      if (circuit.state === CircuitState.Open && remaining() > 0) {
        return Promise.reject(new CircuitOpenError(providerId, remaining()))
      }
      return circuit.execute(call).catch((error: unknown) => {
        // Waited for the trial of another caller, which failed.
        throw isRefusal(error) ? new CircuitOpenError(providerId, remaining()) : error
      })
    },
    get state() {
      if (circuit.state === CircuitState.Closed) return 'closed'
      return circuit.state === CircuitState.Open && remaining() > 0 ? 'open' : 'half_open'
    },
    get retryAfter() {
      return this.state === 'open' ? remaining() : null
    },
  }
}

function saysProviderIsDown(error: Error): boolean {
  if (!(error instanceof ProviderError)) return false
  const askerGaveUp = error.cause instanceof Error && error.cause.name === 'AbortError'
  return !askerGaveUp && (error.kind === 'retry' || error.kind === 'stop' || error.kind === 'drift')
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'isBrokenCircuitError' in error
}
