import { type Bill, type JsonValue, ProviderError } from '../../providers/driver.ts'

/**
 * UTF-16 code units of a stored response up to which it is read on the event loop: this takes less than 20 ms for the densest
 * text, and a tenth of that for ordinary ones. Larger ones are read in a thread.
 */
const LARGEST_ON_EVENT_LOOP = 32_768

/** UTF-16 code units of the longest answer that is read: some fifty thousand words, more than language models write at once. */
export const LONGEST_ANSWER = 262_144

/** The number of UTF-16 code units in all texts of a JSON value. */
export function lengthOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + lengthOf(part), 0)
}

/** Whether reading it would hold up the event loop. */
export function isLarge(value: JsonValue): boolean {
  return lengthOf(value) > LARGEST_ON_EVENT_LOOP
}

/** @throws {ProviderError} of kind `drift`, with the bill, for an answer that is too long to be read */
export function checkLength(text: string, bill: Bill | null = null): void {
  if (text.length <= LONGEST_ANSWER) return
  throw new ProviderError(
    'drift',
    `The answer has ${text.length} characters; at most ${LONGEST_ANSWER} are read.`,
    { bill },
  )
}
