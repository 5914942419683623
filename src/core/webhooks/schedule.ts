const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses after the first, second, … attempt that failed, in milliseconds: eleven attempts within 24 hours (contract §5). */
const PAUSES = [
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
 * When to try again.
 * @param attempts how many there were, all of them failed
 * @returns milliseconds from the last one, or null when it is given up
 */
export function pauseAfter(attempts: number): number | null {
  return PAUSES[attempts - 1] ?? null
}
