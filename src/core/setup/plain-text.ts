/**
 * A text of a stranger's page, fit to be stored and shown: one line, single spaces, at most `longest` characters. Empty
 * when it was read in a wrong character set.
 */
export function plainText(text: string, longest: number): string {
  // Cut twice: what is thrown away need not be searched.
  const line = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (line.includes('\ufffd')) return ''
  return [...line.replace(/\p{Surrogate}/gu, '')].slice(0, longest).join('').trim()
}
