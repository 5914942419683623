/** The most JSON that the answer of a tool may have, in UTF-16 units: about six thousand tokens of a language model. */
export const LARGEST_ANSWER = 24_000

/** How much JSON a value makes, in UTF-16 units. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length
}

/**
 * The longest beginning of a text whose JSON has at most `size` UTF-16 units; no surrogate pair is divided. The whole text where
 * it fits.
 */
export function beginningOf(text: string, size: number): string {
  if (text.length * 6 + 2 <= size || sizeOf(text) <= size) return text
  // Of the lengths whose JSON fits, the largest: the size increases with the length.
  let [fits, tooLong] = [0, Math.min(text.length, size) + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (sizeOf(text.slice(0, middle)) <= size) fits = middle
    else tooLong = middle
  }
  return text.slice(0, isInsidePair(text, fits) ? fits - 1 : fits)
}

/** Whether an offset stands between the halves of a surrogate pair. */
export function isInsidePair(text: string, offset: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, offset - 1), offset + 1))
}

/** A text whose JSON has at most about `size` UTF-16 units: one that is longer ends with a mark that says so. */
export function excerptOf(text: string, size: number, readOn = ''): string {
  const beginning = beginningOf(text, size)
  if (beginning === text) return text
  return `${beginning}… [cut at ${beginning.length} of ${text.length} characters${readOn && `; ${readOn}`}]`
}

/**
 * A value whose JSON has at most `size` UTF-16 units: in one that is larger, long texts are cut with a mark, then long lists are.
 * Tools divide what may be large into pages; this is for records that are large by themselves, such as a competitor with fifty
 * long names.
 */
export function shortened<Value>(value: Value, size: number): Value {
  let shown = value
  for (let most = size; most > 0 && sizeOf(shown) > size; most >>= 1) shown = cut(value, most) as Value
  return shown
}

/** No text is cut to less: ids stay whole. */
const SHORTEST_TEXT = 100

function cut(value: unknown, most: number): unknown {
  if (typeof value === 'string') return excerptOf(value, Math.max(most, SHORTEST_TEXT))
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cut(item, most))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cut(field, most)]))
}
