/** What parts the name at the beginning of a line from what is said of it. */
export type LeadMark = 'dash' | 'colon' | 'sign'

export interface Lead {
  /** Offset where the name ends: before the space in front of the mark. */
  end: number
  mark: LeadMark
}

const LONGEST_LEAD = 80
const MOST_WORDS = { dash: 10, sign: 10, colon: 7 }
const SIGNS = '→⇒➜|•·='
const SPACE = 32

function isSpace(code: number): boolean {
  return code === SPACE || code === 9 || code === 0xa0
}

function markAt(text: string, at: number, end: number): LeadMark | null {
  const character = text.charAt(at)
  const spaced = at + 1 >= end || isSpace(text.charCodeAt(at + 1))
  if (character === ':') return spaced || text.startsWith('**', at + 1) ? 'colon' : null
  if (character === '：') return 'colon'
  if (character === '–' || character === '—')
    return spaced || isSpace(text.charCodeAt(at - 1)) ? 'dash' : null
  if (!spaced || !isSpace(text.charCodeAt(at - 1))) return null
  if (character === '-') return 'dash'
  return SIGNS.includes(character) ? 'sign' : null
}

/**
 * Reads a line of the form "Name – words", "Name: words" or "Name | words": at most 80 code units and ten words (seven
 * before a colon) of one sentence, what stands in brackets not counted as a mark. Null for any other line.
 */
export function leadOf(text: string, start: number, end: number): Lead | null {
  const limit = Math.min(end, start + LONGEST_LEAD)
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
    const mark = at > start ? markAt(text, at, end) : null
    if (mark !== null) {
      let close = at
      while (close > start && isSpace(text.charCodeAt(close - 1))) close -= 1
      return words <= MOST_WORDS[mark] ? { end: close, mark } : null
    }
    if ((code === 46 || code === 33 || code === 63) && isSpace(text.charCodeAt(at + 1))) return null
  }
  return null
}
