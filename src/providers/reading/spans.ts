import type { Span } from '../driver.ts'

// Providers count offsets in different units. All answers have spans in UTF-16 units; one that cannot be verified against the text
// is left out, because a wrong span marks what the answer does not say.

/** The span where it lies within the text, is not empty and splits no surrogate pair; otherwise null. */
export function spanWithin(text: string, start: number, end: number): Span | null {
  if (!Number.isInteger(start) || !Number.isInteger(end)) return null
  if (start < 0 || end > text.length || start >= end) return null
  return splitsPair(text, start) || splitsPair(text, end) ? null : { start, end }
}

/** The same for offsets in Unicode code points. */
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

/** The same for offsets in bytes of UTF-8. */
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

/** UTF-16 units of the code point at an index; 1 at the end of the text. */
function unitsAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}

function splitsPair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

/** Every Markdown link of the text to the address, with the parentheses or brackets around it: `([site](url))`, `[[1]](url)`. */
export function linkSpans(text: string, url: string): Span[] {
  const spans: Span[] = []
  const target = `](${url}`
  for (let at = text.indexOf(target); at >= 0; at = text.indexOf(target, at + 1)) {
    const close = text.indexOf(')', at + target.length)
    // Another address that only begins with this one.
    if (close !== at + target.length && !/^\s+["'(]/.test(text.slice(at + target.length))) continue
    const open = openingBracket(text, at)
    if (open < 0 || close < 0) continue
    const wrapped = text[open - 1] === '(' && text[close + 1] === ')'
    spans.push({ start: open - (wrapped ? 1 : 0), end: close + (wrapped ? 2 : 1) })
  }
  return spans
}

/** A link of a Markdown text to an http address. */
interface MarkdownLink {
  url: string
  label: string
  /** With the parentheses around it, as in `([site](url))`. */
  span: Span
}

/** The links of a Markdown text to http addresses, in order, without images. */
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

/** Longest label of a link, in UTF-16 units. */
const LONGEST_LABEL = 2_000

/** The index of the bracket that a closing one at `end` belongs to; -1 where there is none in the same line, or far from it. */
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
 * The span that a provider gives for a link to `url`, which it may count in code points or UTF-16 units: the one that holds the
 * address, or the link that it is off by some characters from. Null where neither does.
 */
export function verifiedLinkSpan(text: string, start: number, end: number, url: string): Span | null {
  const candidates = [spanOfCodePoints(text, start, end), spanWithin(text, start, end)]
  const given = candidates.find((span) => span && text.slice(span.start, span.end).includes(url)) ?? null
  return linkSpans(text, url).find((link) => given && cut(link, given)) ?? given
}

/** Whether a span holds the beginning or the end of another, and something outside it. */
function cut(whole: Span, span: Span): boolean {
  const holdsStart = span.start < whole.start && span.end > whole.start && span.end < whole.end
  return holdsStart || (span.start > whole.start && span.start < whole.end && span.end > whole.end)
}

/** Every place where the text gives an address as it stands. */
export function addressSpans(text: string, url: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(url); at >= 0 && url !== ''; at = text.indexOf(url, at + url.length)) {
    const end = at + url.length
    // Another address that only begins with this one, or holds it.
    const ends = /^[.,;:!?]*([\s)\]>"'|*]|$)/.test(text.slice(end, end + 8))
    if (ends && !/[\w/=?&%]/.test(text[at - 1] ?? '')) spans.push({ start: at, end })
  }
  return spans
}
