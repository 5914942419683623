import type { MarkdownDocument } from '../document/document.ts'
import type { Span } from '../foundation/observation.ts'
import type { FoundCue } from '../languages/scan-cues.ts'
import { splitSentences } from '../sentences/sentences.ts'

/** A sentence, table cell or heading of an answer. */
export interface Passage extends Span {
  /** Index of its line. */
  line: number
  /** Its cues: a half-open range of indices. */
  from: number
  to: number
  question: boolean
}

/** Splits a table row into the spans of its cells. */
function splitCells(text: string, start: number, end: number): Span[] {
  const cells: Span[] = []
  let from = start
  for (let at = start; at <= end; at += 1) {
    if (at < end && text.charCodeAt(at) !== 124) continue
    if (at > from) cells.push({ start: from, end: at })
    from = at + 1
  }
  return cells
}

/** Returns all passages of an answer in order, without code. `cues` are in ascending order. */
export function splitPassages(
  text: string,
  { lines }: MarkdownDocument,
  cues: readonly FoundCue[],
): Passage[] {
  const passages: Passage[] = []
  let cue = 0
  lines.forEach(({ kind, content, end }, line) => {
    if (kind === 'blank' || kind === 'code' || kind === 'divider' || kind === 'definition') return
    const spans = kind === 'row' ? splitCells(text, content, end) : splitSentences(text, content, end)
    for (const { start, end } of spans) {
      while ((cues[cue]?.start ?? text.length) < start) cue += 1
      const from = cue
      while ((cues[cue]?.start ?? text.length) < end) cue += 1
      const question = text.slice(start, end).includes('?')
      passages.push({ start, end, line, from, to: cue, question })
    }
  })
  return passages
}
