/** Separator between a run-in heading and the following words. */
export type Separator = 'dash' | 'colon' | 'symbol'

/** A heading at the start of the line it belongs to, such as "Acme" in "Acme – a fast tool". */
export interface RunInHeading {
  /** End of the heading, before the space and the separator. */
  end: number
  separator: Separator
}

const MAX_HEADING_LENGTH = 80
const MAX_WORDS = { dash: 10, symbol: 10, colon: 7 }
const SYMBOLS = '→⇒➜|•·='
const SPACE = 32

function isSpace(code: number): boolean {
  return code === SPACE || code === 9 || code === 0xa0
}

function separatorAt(text: string, at: number, end: number): Separator | null {
  const character = text.charAt(at)
  const spaced = at + 1 >= end || isSpace(text.charCodeAt(at + 1))
  if (character === ':') return spaced || text.startsWith('**', at + 1) ? 'colon' : null
  if (character === '：') return 'colon'
  if (character === '–' || character === '—')
    return spaced || isSpace(text.charCodeAt(at - 1)) ? 'dash' : null
  if (!spaced || !isSpace(text.charCodeAt(at - 1))) return null
  if (character === '-') return 'dash'
  return SYMBOLS.includes(character) ? 'symbol' : null
}

/**
 * Parses the run-in heading of a line such as "Name – words", "Name: words" or "Name | words", or returns null. The
 * heading has at most 80 UTF-16 code units and ten words (seven before a colon) and stays within one sentence.
 * Separators in brackets do not count.
 */
export function readRunInHeading(text: string, start: number, end: number): RunInHeading | null {
  const limit = Math.min(end, start + MAX_HEADING_LENGTH)
  let depth = 0
  let words = 1
  for (let at = start; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 40 || code === 91) depth += 1
    else if ((code === 41 || code === 93) && depth > 0) depth -= 1
    if (depth > 0) continue
    if (isSpace(code)) {
      words += 1
      continue
    }
    const separator = at > start ? separatorAt(text, at, end) : null
    if (separator !== null) {
      let close = at
      while (close > start && isSpace(text.charCodeAt(close - 1))) close -= 1
      return words <= MAX_WORDS[separator] ? { end: close, separator } : null
    }
    if ((code === 46 || code === 33 || code === 63) && isSpace(text.charCodeAt(at + 1))) return null
  }
  return null
}
