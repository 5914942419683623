import type { JobOutcome } from '../foundation/jobs.ts'
import { ProviderError } from '../provider-port/driver.ts'
import { FAULT_TEXTS } from '../providers/faults.ts'
import { NO_PURCHASE, type Purchase } from './purchase.ts'
import type { UnitError } from './unit-errors.ts'
import type { UnitOutcome } from './unit-recorder.ts'

/**
 * Number of attempts after which a unit fails. Attempts rejected by an open circuit breaker count; attempts that the
 * provider rejected because of its rate limit do not.
 */
export const MAXIMUM_TRIES = 8

const FIRST_DELAY = 1_000
const MAXIMUM_DELAY = 60_000

/** Milliseconds to wait after a rate limit error without a retry time. */
const RATE_LIMIT_DELAY = 10_000
/** Minimum wait in milliseconds if the provider sends a retry time. */
const MIN_RATE_LIMIT_DELAY = 250

/** Decision after a failed call: retry after a delay in milliseconds, or record the error. */
export type RetryDecision = Exclude<JobOutcome, { done: true }> | { error: UnitError }

/**
 * Decides whether to retry, based on the kind of failure and the number of attempts so far. The job queue handles the
 * delay instead of a retry library, so a restart neither loses nor repeats the call. The messages are for customers;
 * problems with the installation or its account at a vendor appear only in the log.
 */
export function decideRetry(error: unknown, tries: number): RetryDecision {
  if (!(error instanceof ProviderError)) {
    return {
      error: { code: 'UNREADABLE_ANSWER', message: 'The response of the provider could not be parsed.' },
    }
  }
  switch (error.kind) {
    case 'retry':
      // This does not repeat forever: after a while the circuit breaker no longer reports the errors as rate limits.
      if (error.rateLimited) {
        const again = Math.max(error.retryAfter ?? RATE_LIMIT_DELAY, MIN_RATE_LIMIT_DELAY)
        return { again, queueWaits: true }
      }
      if (tries < MAXIMUM_TRIES) return { again: error.retryAfter ?? retryDelay(tries) }
      return { error: { code: 'PROVIDER_ERROR', message: `The provider did not answer in ${tries} tries.` } }
    case 'stop':
      return { error: { code: 'PROVIDER_UNAVAILABLE', message: FAULT_TEXTS[error.fault ?? 'account'].unit } }
    case 'invalid':
      return { error: { code: 'PROVIDER_REFUSED_REQUEST', message: error.message } }
    case 'location_unsupported':
      return { error: { code: 'LOCATION_UNSUPPORTED', message: error.message } }
    case 'drift':
      return { error: { code: 'UNREADABLE_ANSWER', message: error.message } }
  }
}

/**
 * Returns a delay in milliseconds that doubles from one second up to one minute. It is randomly shortened by up to half,
 * to spread out retries.
 */
function retryDelay(tries: number): number {
  const delay = Math.min(MAXIMUM_DELAY, FIRST_DELAY * 2 ** (tries - 1))
  return Math.round(delay * (0.5 + Math.random() / 2))
}

/** Returns the outcome of a failed unit. `purchase` is the cost of a response that could not be parsed. */
export function failedUnit(
  id: string,
  { error, purchase = NO_PURCHASE, at }: { error: UnitError; purchase?: Purchase; at: Date },
): UnitOutcome {
  return {
    id,
    status: 'failed',
    simulated: false,
    surface: null,
    locationApplied: null,
    modelRequested: null,
    modelReported: null,
    error,
    ...purchase,
    observation: null,
    discovered: null,
    extractionVersion: null,
    parserVersion: null,
    answeredAt: at,
    answer: null,
  }
}
