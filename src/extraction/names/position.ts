/** True where any word would have a capital: at the start of a line, sentence, table cell or quotation. */
export function capitalExpected(text: string, start: number): boolean {
  let at = start - 1
  while (at >= 0 && ' \t*_#>-•"“(['.includes(text.charAt(at))) at -= 1
  return at < 0 || '.!?:|\n。！？0123456789'.includes(text.charAt(at))
}

// Rest of a run-in heading that starts with the word: "Lucid Air — a sedan".
const REST_OF_HEADING = /^(?: (?:\p{Lu}|\d)[\p{L}\d]{0,20}){1,3}(?: [–—-] |:)/u

/** True if the word is a complete emphasis, link, table cell or run-in heading, or starts a run-in heading. */
export function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const after = text.slice(end, end + 8)
  if (capitalExpected(text, start) && REST_OF_HEADING.test(text.slice(end, end + 70))) return true
  if (/(\*\*|__|\[|\| ?)$/.test(before) && /^(\*\*|__|:\*\*|\]| ?\|)/.test(after)) return true
  return capitalExpected(text, start) && /^( [–—-] |:|\s*\n|$| \(|\s*https?:)/.test(after)
}
