import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel'
import type { Breakers, Guard } from '../core/provider-port/breaker.ts'
import { ProviderError } from '../core/provider-port/driver.ts'

/** Thrown by {@link Guard.run} while the circuit is open. The provider was not asked. */
export class CircuitOpenError extends ProviderError {
  /**
   * @param cause the error that opened the circuit. After a lasting one, a retry only helps once somebody has fixed
   *   the fault, so this error has the same kind and fault.
   */
  constructor(name: string, { cause, retryAfter }: { cause: ProviderError | null; retryAfter: number }) {
    const message = `${name} failed and is not asked until its circuit breaker closes`
    const lasting = cause && isLasting(cause) ? cause : null
    super(lasting?.kind ?? 'retry', message, { retryAfter, fault: lasting?.fault ?? null })
    this.name = 'CircuitOpenError'
  }
}

/** When circuits open and close; times in milliseconds. */
interface BreakerOptions {
  /** Number of consecutive failures that open the circuit. */
  threshold: number
  /** Number of consecutive rejections of a country that open its circuit. */
  locationThreshold: number
  /** Time until a trial call, which closes or reopens the circuit. */
  pause: number
  /**
   * Pause after a lasting failure. It is longer because somebody has to act first, and every trial call costs a user
   * an answer.
   */
  stopPause: number
  /** How long a provider may return only rate limit errors before they count as failures. */
  patience: number
}

const DEFAULTS: BreakerOptions = {
  threshold: 5,
  locationThreshold: 3,
  pause: 30_000,
  stopPause: 5 * 60_000,
  patience: 60 * 60_000,
}

/**
 * Creates one cockatiel circuit breaker per provider. The kind of an error decides whether it is a failure:
 * - `stop`, for example for invalid credentials or a retired model, opens the circuit at once, because every further
 *   question would be refused as well. Only requests that are too large have to fail several times in a row.
 * - `retry` opens it after several consecutive errors. So does `drift` if the response could not even be stored: such
 *   answers may have been paid for, so further questions would waste money.
 * - `retry` from a rate limit is not a failure, because the provider works and its queue waits. It becomes one after
 *   an hour without a single answer.
 * - Questions that the provider cannot answer, and questions that the caller canceled, are not failures.
 *
 * Each country has a separate circuit, which opens after a few consecutive rejections of that country.
 */
export function createBreakers(options: Partial<BreakerOptions> = {}): Breakers {
  const guards = new Map<string, Guard>()
  const applied = { ...DEFAULTS, ...options }
  const guardOf = (key: string, create: () => Guard) => {
    const guard = guards.get(key) ?? create()
    guards.set(key, guard)
    return guard
  }
  return {
    guard: ({ id, connectionId }) =>
      guardOf(`${id} ${connectionId}`, () => createGuard(id, applied, isFailure)),
    locationGuard({ id, connectionId }, location) {
      const name = `${id} from ${location}`
      const own = { ...applied, threshold: applied.locationThreshold }
      return guardOf(`${name} ${connectionId}`, () => createGuard(name, own, isRejectedLocation))
    },
  }
}

/**
 * Adds what cockatiel lacks: errors that open the circuit at once, and the time until the next trial call for
 * Retry-After.
 */
function createGuard(
  name: string,
  { threshold, pause, stopPause, patience }: BreakerOptions,
  isFailure: (error: Error) => error is ProviderError,
): Guard {
  let cause: ProviderError | null = null
  let openUntil = 0
  /** Start of the current series of rate limit errors. */
  let limitedSince: number | null = null
  const pauseNow = () => (cause && isLasting(cause) ? stopPause : pause)
  const opensAtOnce = () => cause?.kind === 'stop' && cause.fault !== 'size'
  const consecutive = new ConsecutiveBreaker(threshold)
  const circuit = circuitBreaker(
    handleWhen((error) => {
      if (!isFailure(error)) return false
      if (!opensAtOnce()) cause = error
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
        failure: () => consecutive.failure() || opensAtOnce(),
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
          throw new CircuitOpenError(name, { cause, retryAfter: remaining() })
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

/** Returns whether a failure lasts until an operator changes something, or the caller asks from another country. */
function isLasting({ kind }: ProviderError): boolean {
  return kind === 'stop' || kind === 'location_unsupported'
}

function isRejectedLocation(error: Error): error is ProviderError {
  return error instanceof ProviderError && error.kind === 'location_unsupported'
}

function isFailure(error: Error): error is ProviderError {
  if (!(error instanceof ProviderError) || error.rateLimited) return false
  const isCanceled = error.cause instanceof Error && error.cause.name === 'AbortError'
  return !isCanceled && (error.kind === 'retry' || error.kind === 'stop' || error.kind === 'drift')
}
