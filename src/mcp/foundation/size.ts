import { changeWords } from './untrusted.ts'

/** Maximum JSON size of a tool's response, in UTF-16 units; about 6,000 tokens. */
export const MAX_RESPONSE_SIZE = 24_000

/** Returns the JSON size of a value in UTF-16 units. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length
}

/**
 * Returns the longest prefix of a text with a JSON size of at most `size` UTF-16 units, without splitting a surrogate
 * pair. Returns the whole text if it fits.
 */
export function beginningOf(text: string, size: number): string {
  if (text.length * 6 + 2 <= size || sizeOf(text) <= size) return text
  // Binary search for the longest prefix that fits; the JSON size grows with the length.
  let [fits, tooLong] = [0, Math.min(text.length, size) + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (sizeOf(text.slice(0, middle)) <= size) fits = middle
    else tooLong = middle
  }
  return text.slice(0, isInsidePair(text, fits) ? fits - 1 : fits)
}

/** Whether an offset lies between the two halves of a surrogate pair. */
export function isInsidePair(text: string, offset: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, offset - 1), offset + 1))
}

/** Cuts a text to a JSON size of about `size` UTF-16 units and appends a note that it was cut. */
export function excerptOf(text: string, size: number, readOn = ''): string {
  const beginning = beginningOf(text, size)
  if (beginning === text) return text
  return `${beginning}… [cut at ${beginning.length} of ${text.length} characters${readOn && `; ${readOn}`}]`
}

/**
 * Shortens a value until its JSON has at most `size` UTF-16 units: first by cutting long texts with a note, then by
 * cutting long lists. Tools paginate large lists; this is for single large records, such as a competitor with fifty
 * long names.
 */
export function shortened<Value>(value: Value, size: number): Value {
  let shown = value
  for (let most = size; most > 0 && sizeOf(shown) > size; most >>= 1) shown = cut(value, most) as Value
  return shown
}

/** Minimum length of a cut text, so that ids stay intact. */
const MIN_TEXT_SIZE = 100

function cut(value: unknown, most: number): unknown {
  if (typeof value === 'string')
    return changeWords(value, (words) => excerptOf(words, Math.max(most, MIN_TEXT_SIZE)))
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cut(item, most))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cut(field, most)]))
}
