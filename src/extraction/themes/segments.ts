import type { Span } from '../foundation/observation.ts'
import type { AnswerDocument } from '../stance/answer-document.ts'
import type { Passage } from '../stance/passages.ts'

/** Marks that separate opinions. A comma does not, because lists of merits are common. */
const BREAKS = new Set([';', '—', '✅', '❌', '•'])
/** Marks that separate opinions if there is a space on both sides. */
const SPACED_BREAKS = new Set(['–', '-', '+'])

/**
 * Splits a sentence or cell into parts that each have one opinion or a list of opinions of the same kind. It splits at
 * contrasts ("but", "however") and at dashes, semicolons and check marks.
 */
export function splitSegments({ text, cues }: AnswerDocument, { start, end, from, to }: Passage): Span[] {
  const segments: Span[] = []
  let first = start
  let cue = from
  for (let at = start; at < end; at += 1) {
    while (cue < to && (cues[cue]?.start ?? end) < at) cue += 1
    const contrast = cue < to && cues[cue]?.start === at && cues[cue]?.kind === 'contrast'
    if (at === first || !(contrast || isBreak(text, at))) continue
    segments.push({ start: first, end: at })
    first = at
  }
  if (first < end) segments.push({ start: first, end })
  return segments
}

function isBreak(text: string, at: number): boolean {
  const mark = text.charAt(at)
  if (BREAKS.has(mark)) return true
  return SPACED_BREAKS.has(mark) && text.charAt(at - 1) === ' ' && text.charAt(at + 1) === ' '
}
