/**
 * Text of an untrusted page, cleaned to be stored and shown: one line, single spaces, no control characters, at most `longest`
 * characters. Empty when it contains U+FFFD, which shows that the page was decoded with a wrong character set.
 */
export function plainText(text: string, longest: number): string {
  // Cut before and after the replacement, so that it does not work on text that is dropped anyway.
  const line = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (line.includes('\ufffd')) return ''
  return [...line.replace(/\p{Surrogate}/gu, '')].slice(0, longest).join('').trim()
}
