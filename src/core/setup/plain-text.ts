/**
 * Cleans text of an untrusted page so that it can be stored and shown. The result is a single line of at most
 * `maxLength` characters, with single spaces and without control characters. Returns an empty string if the text
 * contains U+FFFD, which means that the page was decoded with the wrong character set.
 */
export function plainText(text: string, maxLength: number): string {
  // Cuts the text before the replacement as well, so that it does not process text that is dropped anyway.
  const line = text
    .slice(0, maxLength * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (line.includes('\ufffd')) return ''
  return [...line.replace(/\p{Surrogate}/gu, '')].slice(0, maxLength).join('').trim()
}
