import { type Bill, type JsonValue, ProviderError } from '../provider-port/driver.ts'

/**
 * Maximum UTF-16 code units of a stored response that is processed on the event loop. This takes less than 20 ms for
 * the densest texts, and a tenth of that for ordinary texts. Larger responses are processed in a thread.
 */
const MAX_ON_EVENT_LOOP = 32_768

/** Maximum UTF-16 code units of an answer: about fifty thousand words, more than language models write at once. */
export const MAX_ANSWER_LENGTH = 262_144

/** Returns the number of UTF-16 code units in all strings of a JSON value. */
export function lengthOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + lengthOf(part), 0)
}

/** Returns whether processing a response would block the event loop. */
export function isLarge(value: JsonValue): boolean {
  return lengthOf(value) > MAX_ON_EVENT_LOOP
}

/** Throws if an answer is too long. @throws {ProviderError} of kind `drift`, with the bill */
export function checkLength(text: string, bill: Bill | null = null): void {
  if (text.length <= MAX_ANSWER_LENGTH) return
  throw new ProviderError(
    'drift',
    `The answer has ${text.length} characters; the maximum is ${MAX_ANSWER_LENGTH}.`,
    { bill },
  )
}
