import { classAt, classBefore, IGNORED, OTHER, UNSPACED, WORD } from './fold.ts'
import type { MaskedSpan } from './markdown.ts'
import { isGlued, longestName, type Matcher } from './matcher.ts'
import type { Span } from './observation.ts'
import { readsAsBrand } from './ordinary-words.ts'

/** A name found in the answer, before anything is said about it. */
export interface FoundName extends Span {
  entity: number
}

/** True where a name may begin; `compound` when only a compound name may, because the space before it was lost. */
function beginsWord(text: string, at: number, here: number, before: number): 'yes' | 'compound' | 'no' {
  if (here === UNSPACED) return 'yes'
  if (before === WORD || (before === here && here !== OTHER)) {
    return before === WORD && here === WORD && isGlued(text, at) ? 'compound' : 'no'
  }
  if (text.charCodeAt(at - 1) === 95 && classBefore(text, at - 1) === WORD) return 'no'
  return 'yes'
}

/**
 * Finds every name of every entity in one pass from left to right; the longest name wins, found names do not overlap
 * and come in order. Whole words only; nothing inside masked stretches, except that a name spelled like a domain
 * (`Booking.com`) may be all of one. Spans are UTF-16 offsets that slice to the name as written.
 */
export function findNames(text: string, masked: readonly MaskedSpan[], matcher: Matcher): FoundName[] {
  const found: FoundName[] = []
  const first = matcher.root.edges
  let mask = 0
  let before = OTHER
  let at = 0
  while (at < text.length) {
    while (mask < masked.length && (masked[mask]?.end ?? 0) <= at) mask += 1
    const cover = masked[mask]
    const hidden = cover !== undefined && cover.start <= at
    if (hidden && !(cover.domain && cover.start === at)) {
      at = cover.end
      before = classBefore(text, at)
      continue
    }
    const here = classAt(text, at)
    // Most words end here: their first letter begins no name.
    const code = text.charCodeAt(at)
    const possible = code >= 128 || first.has(code >= 65 && code <= 90 ? code + 32 : code)
    const begins = possible ? beginsWord(text, at, here, before) : 'no'
    const match = begins === 'no' ? null : longestName(matcher, text, at)
    const fits =
      match !== null &&
      (cover === undefined || match.end <= cover.start || (hidden && match.end === cover.end))
    if (match && fits && (begins === 'yes' || match.name.compound)) {
      const { entity, ordinary, name } = match.name
      if (!ordinary || readsAsBrand(text, at, match.end, name))
        found.push({ entity, start: at, end: match.end })
      at = match.end
      before = classBefore(text, at)
      continue
    }
    if (hidden) {
      at = cover.end
      before = classBefore(text, at)
      continue
    }
    at += code >= 0xd800 && code <= 0xdbff && text.charCodeAt(at + 1) >= 0xdc00 ? 2 : 1
    if (here !== IGNORED) before = here
  }
  return found
}
