/**
 * True for whitespace within a line: spaces of any width including zero, tabs, carriage returns, soft hyphens, byte
 * order marks.
 */
export function isSpaceLike(code: number): boolean {
  if (code === 32 || code === 9 || code === 13 || code === 0xa0) return true
  if (code < 0x2000) return code === 0xad
  return (
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x202f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

/** Returns the first offset from `at` to `end` without whitespace. */
export function skipSpace(text: string, at: number, end: number): number {
  let next = at
  while (next < end && isSpaceLike(text.charCodeAt(next))) next += 1
  return next
}

/** Returns the last offset from `end` down to `from` that does not follow whitespace. */
export function trimEnd(text: string, from: number, end: number): number {
  let last = end
  while (last > from && isSpaceLike(text.charCodeAt(last - 1))) last -= 1
  return last
}
