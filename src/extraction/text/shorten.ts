import type { Span } from '../observation.ts'

/** Longest evidence in UTF-16 code units. */
export const LONGEST_EVIDENCE = 300

/** Shortens a span to `LONGEST_EVIDENCE` around a mention: at the spaces nearest to its limits. */
export function shorten(text: string, { start, end }: Span, mention: Span): Span {
  if (end - start <= LONGEST_EVIDENCE) return { start, end }
  const inside = mention.start >= start && mention.end <= end ? mention : { start, end: start }
  const before = Math.max(start, Math.min(inside.start - 60, end - LONGEST_EVIDENCE))
  const limit = Math.min(end, before + LONGEST_EVIDENCE)
  const from = before === start ? start : Math.min(inside.start, text.indexOf(' ', before - 1) + 1)
  const space = text.lastIndexOf(' ', limit)
  return { start: from, end: limit === end || space <= Math.max(from, inside.end) ? limit : space }
}
