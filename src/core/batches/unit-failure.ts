import { ProviderError } from '../../providers/driver.ts'
import type { JobOutcome } from '../jobs.ts'
import { NO_PURCHASE, type Purchase } from './purchase.ts'
import type { UnitError } from './unit-errors.ts'
import type { UnitOutcome } from './unit-recorder.ts'

/**
 * Number of attempts after which a unit counts as failed: attempts that an open circuit breaker refused are included, those that
 * a provider refused to limit the rate are not.
 */
export const MAXIMUM_TRIES = 8

const FIRST_DELAY = 1_000
const MAXIMUM_DELAY = 60_000

/** The pause where a provider that limits the rate does not say for how long, and the shortest one where it does, in milliseconds. */
const RATE_LIMIT_DELAY = 10_000
const SHORTEST_RATE_LIMIT_DELAY = 250

/** What to do after a failed call: try again after a delay in milliseconds, or record the error. */
export type RetryDecision = Exclude<JobOutcome, { done: true }> | { error: UnitError }

/**
 * Decides whether to retry, by the kind of the failure and the number of attempts so far. The delay is spent in the job queue
 * and not by a retry library, so that a restart neither loses nor repeats the call. Messages are for customers: what is wrong with
 * the installation or its account at a vendor is only in the log.
 */
export function decideRetry(error: unknown, tries: number): RetryDecision {
  if (!(error instanceof ProviderError)) {
    return {
      error: { code: 'UNREADABLE_ANSWER', message: 'The response of the provider could not be parsed.' },
    }
  }
  switch (error.kind) {
    case 'retry':
      // Ends as the circuit breaker stops taking it for a limit of the rate.
      if (error.rateLimited) {
        const again = Math.max(error.retryAfter ?? RATE_LIMIT_DELAY, SHORTEST_RATE_LIMIT_DELAY)
        return { again, queueWaits: true }
      }
      if (tries < MAXIMUM_TRIES) return { again: error.retryAfter ?? retryDelay(tries) }
      return { error: { code: 'PROVIDER_ERROR', message: `The provider did not answer in ${tries} tries.` } }
    case 'stop':
      return { error: { code: 'PROVIDER_UNAVAILABLE', message: 'The provider is not available.' } }
    case 'invalid':
      return { error: { code: 'PROVIDER_REFUSED_REQUEST', message: error.message } }
    case 'location_unsupported':
      return { error: { code: 'LOCATION_UNSUPPORTED', message: error.message } }
    case 'drift':
      return { error: { code: 'UNREADABLE_ANSWER', message: error.message } }
  }
}

/** Exponential backoff from one second to a minute with random jitter of up to one half, so that units do not retry all at once. */
function retryDelay(tries: number): number {
  const delay = Math.min(MAXIMUM_DELAY, FIRST_DELAY * 2 ** (tries - 1))
  return Math.round(delay * (0.5 + Math.random() / 2))
}

/** The outcome of a unit without an answer; `purchase` is of one that was received and could not be read. */
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
