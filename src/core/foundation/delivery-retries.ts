const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Delays after the first, second, … failed attempt to deliver a webhook or an email, in milliseconds. They add up to eleven
 * attempts within 24 hours.
 */
const RETRY_DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

/**
 * Returns the delay before the next attempt of a delivery.
 * @param attempts number of attempts so far, all of which failed
 * @returns milliseconds after the last attempt, or null if there are no more attempts
 */
export function retryDelay(attempts: number): number | null {
  return RETRY_DELAYS[attempts - 1] ?? null
}
