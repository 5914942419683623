import type { Span } from '../../core/provider-port/driver.ts'

// Providers count offsets in different units, while all stored spans are in UTF-16 units. Spans that cannot be
// verified against the text are dropped, because a wrong span would attribute a source to the wrong statement.

/** Returns the span if it lies within the text, is not empty and splits no surrogate pair, otherwise null. */
export function spanWithin(text: string, start: number, end: number): Span | null {
  if (!Number.isInteger(start) || !Number.isInteger(end)) return null
  if (start < 0 || end > text.length || start >= end) return null
  return splitsPair(text, start) || splitsPair(text, end) ? null : { start, end }
}

/** Converts offsets in Unicode code points to a span, or returns null. */
export function spanOfCodePoints(text: string, start: number, end: number): Span | null {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || start >= end) return null
  let point = 0
  let from = -1
  for (let index = 0; index <= text.length; index += unitsAt(text, index), point += 1) {
    if (point === start) from = index
    if (point === end) return from < 0 ? null : { start: from, end: index }
  }
  return null
}

/** Converts offsets in UTF-8 bytes to a span, or returns null. */
export function spanOfBytes(text: string, start: number, end: number): Span | null {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || start >= end) return null
  let byte = 0
  let from = -1
  for (let index = 0; index <= text.length; ) {
    if (byte === start) from = index
    if (byte === end) return from < 0 ? null : { start: from, end: index }
    if (byte > end || index === text.length) return null
    const point = text.codePointAt(index) ?? 0
    byte += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    index += point > 0xffff ? 2 : 1
  }
  return null
}

/** Returns the number of UTF-16 units of the code point at an index, or 1 at the end of the text. */
function unitsAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}

function splitsPair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

/** Finds all Markdown links to a URL, including surrounding parentheses or brackets: `([site](url))`, `[[1]](url)`. */
export function linkSpans(text: string, url: string): Span[] {
  const spans: Span[] = []
  const target = `](${url}`
  for (let at = text.indexOf(target); at >= 0; at = text.indexOf(target, at + 1)) {
    const close = text.indexOf(')', at + target.length)
    // The link leads to a longer URL that starts with this one.
    if (close !== at + target.length && !/^\s+["'(]/.test(text.slice(at + target.length))) continue
    const open = openingBracket(text, at)
    if (open < 0 || close < 0) continue
    const wrapped = text[open - 1] === '(' && text[close + 1] === ')'
    spans.push({ start: open - (wrapped ? 1 : 0), end: close + (wrapped ? 2 : 1) })
  }
  return spans
}

/** A Markdown link to an http or https URL. */
interface MarkdownLink {
  url: string
  label: string
  /** Includes surrounding parentheses, as in `([site](url))`. */
  span: Span
}

/** Returns all Markdown links to http and https URLs in order, without images. */
export function markdownLinks(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 1)) {
    const url = /^<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?(?=\)|\s+["'(])/i.exec(
      text.slice(at + 2, at + 4_098),
    )
    const open = openingBracket(text, at)
    if (!url?.[1] || open < 0 || text[open - 1] === '!') continue
    const close = text.indexOf(')', at + 2 + url[0].length)
    if (close < 0) continue
    const wrapped = text[open - 1] === '(' && text[close + 1] === ')'
    const span = { start: open - (wrapped ? 1 : 0), end: close + (wrapped ? 2 : 1) }
    links.push({ url: url[1], label: text.slice(open + 1, at), span })
  }
  return links
}

/** Maximum length of a link's label in UTF-16 units. */
const LONGEST_LABEL = 2_000

/**
 * Returns the index of the bracket that matches the closing one at `end`. Returns -1 if it is not in the same line or
 * too far away.
 */
function openingBracket(text: string, end: number): number {
  let depth = 0
  const first = Math.max(0, end - LONGEST_LABEL)
  for (let index = end; index >= first && text[index] !== '\n'; index -= 1) {
    if (index < end && text[index - 1] === '\\') continue
    if (text[index] === ']') depth += 1
    if (text[index] === '[') depth -= 1
    if (depth === 0) return index
  }
  return -1
}

/**
 * Returns the span that a provider reports for a link to `url`, in code points or UTF-16 units. The span must contain
 * the URL; if it cuts a link to the URL in half, the whole link is returned. Returns null if it does not contain the
 * URL.
 */
export function verifiedLinkSpan(text: string, start: number, end: number, url: string): Span | null {
  const candidates = [spanOfCodePoints(text, start, end), spanWithin(text, start, end)]
  const reported = candidates.find((span) => span && text.slice(span.start, span.end).includes(url)) ?? null
  return linkSpans(text, url).find((link) => reported && cuts(reported, link)) ?? reported
}

/** Returns whether a span contains only the start or only the end of a link, and something outside it. */
function cuts(span: Span, link: Span): boolean {
  const holdsStart = span.start < link.start && span.end > link.start && span.end < link.end
  return holdsStart || (span.start > link.start && span.start < link.end && span.end > link.end)
}

/** Finds all places where the text contains a URL verbatim. */
export function addressSpans(text: string, url: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(url); at >= 0 && url !== ''; at = text.indexOf(url, at + url.length)) {
    const end = at + url.length
    // Skip URLs that only start with this one or contain it.
    const ends = /^[.,;:!?]*([\s)\]>"'|*]|$)/.test(text.slice(end, end + 8))
    if (ends && !/[\w/=?&%]/.test(text[at - 1] ?? '')) spans.push({ start: at, end })
  }
  return spans
}
