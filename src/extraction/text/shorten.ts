import type { Span } from '../foundation/observation.ts'

/** Maximum length of evidence in UTF-16 code units. */
export const MAX_EVIDENCE_LENGTH = 300

/** Returns the line of a text that contains the start of a span. */
export function lineAround(text: string, { start }: Span): Span {
  const newline = text.indexOf('\n', start)
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: newline < 0 ? text.length : newline }
}

/** Shortens a span to `MAX_EVIDENCE_LENGTH` around a mention, cutting at spaces. */
export function shorten(text: string, { start, end }: Span, mention: Span): Span {
  if (end - start <= MAX_EVIDENCE_LENGTH) return { start, end }
  const inside = mention.start >= start && mention.end <= end ? mention : { start, end: start }
  const before = Math.max(start, Math.min(inside.start - 60, end - MAX_EVIDENCE_LENGTH))
  const limit = Math.min(end, before + MAX_EVIDENCE_LENGTH)
  const from = before === start ? start : Math.min(inside.start, text.indexOf(' ', before - 1) + 1)
  const space = text.lastIndexOf(' ', limit)
  return { start: from, end: limit === end || space <= Math.max(from, inside.end) ? limit : space }
}
