import type { Span } from '../foundation/observation.ts'
import { domainAt, urlAt } from './autolinks.ts'
import type { Link, MaskedSpan } from './document.ts'

const HTML_TAG =
  /^<(?:!--|\/?(?:a|abbr|b|br|cite|code|del|details|div|em|h[1-6]|hr|i|img|li|mark|ol|p|pre|s|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)(?:[\s/>]|$))/i
const MAX_REFERENCE_LENGTH = 100
const MAX_SOURCE_NOTE_LENGTH = 200
/** Maximum number of open brackets per line. A link text with more open brackets inside is not recognized. */
const OPEN_BRACKETS = 32
// Source references: "[1]", "[2, 3]", "[4-6]", "[^note]", "[citation:7]", "[source: …]".
const FOOTNOTE =
  /^(?:\d{1,3}(?:\s?[,–-]\s?\d{1,3})*|\^.+|(?:citation|cite|source|sources|oaicite|kilde|kilder|quelle)\s?:.*)$/
// "(Source: TechRadar)"
const SOURCE_NOTE = /^\((?:sources?|kilder?|quellen?|fuente|fonte)\s?:/i

/** Normalizes a link label like CommonMark: collapses whitespace and ignores letter case. */
function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Scans the inline content of lines, in order, for links and for spans that are not searched for names. */
export class InlineScanner {
  readonly masked: MaskedSpan[] = []
  private readonly links: Link[] = []
  private readonly references: (Span & { label: string })[] = []
  private readonly definitions = new Map<string, Link>()
  private readonly text: string
  /** Offset of the last `-->` found. It prevents each of many unclosed comments from searching the whole text. */
  private commentEnd = -1

  constructor(text: string) {
    this.text = text
  }

  /** Masks a span. Earlier masked spans inside it become part of it. */
  mask(start: number, end: number, domain = false): void {
    let last = this.masked[this.masked.length - 1]
    while (last && last.start >= start) {
      this.masked.pop()
      last = this.masked[this.masked.length - 1]
    }
    const from = last ? Math.max(start, last.end) : start
    if (end > from) this.masked.push({ start: from, end, domain })
  }

  /**
   * Returns the links of all scanned lines. A link reference definition counts at the place where it is used, or at its
   * own place if it is unused.
   */
  finish(): Link[] {
    const used = new Set<string>()
    for (const { label, start, end } of this.references) {
      const definition = this.definitions.get(label)
      if (!definition) continue
      used.add(label)
      this.links.push({ url: definition.url, start, end })
    }
    for (const [label, definition] of this.definitions) if (!used.has(label)) this.links.push(definition)
    return this.links
  }

  /** Scans the content of one line. Returns true for a link reference definition. */
  scanLine(from: number, end: number): boolean {
    const { text } = this
    if (text.charCodeAt(from) === 91 && this.readDefinition(from, end)) return true
    const brackets: number[] = []
    const unclosed: boolean[] = []
    let sourceNote = -1
    let at = from
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code === 40 && sourceNote < 0 && SOURCE_NOTE.test(text.slice(at, at + 12))) sourceNote = at++
      else if (code === 41 && sourceNote >= 0) {
        at += 1
        if (at - sourceNote <= MAX_SOURCE_NOTE_LENGTH) this.mask(sourceNote, at)
        sourceNote = -1
      } else if (code === 92) at += 2
      else if (code === 96) at = this.readCodeSpan(at, end, unclosed)
      else if (code === 91) {
        if (brackets.length === OPEN_BRACKETS) brackets.shift()
        brackets.push(at++)
      } else if (code === 93) at = this.closeBracket(brackets.pop(), at, end)
      else if (code === 60) at = this.readAngle(at, end)
      else if (code === 58) at = this.readColon(at, end)
      else if (code === 46) at = this.readDot(at, from, end)
      else if (code === 0x3010) at = this.readCitationMark(at, end, '】')
      else if (code === 0xe200) at = this.readCitationMark(at, end, '\ue201')
      else at += 1
    }
    return false
  }

  private readDefinition(from: number, end: number): boolean {
    const line = this.text.slice(from, Math.min(end, from + 2100))
    const definition = /^\[([^\][]{1,100})\]:[ \t]*<?(https?:\/\/[^\s>]+)/i.exec(line)
    if (!definition?.[1] || !definition[2]) return false
    const label = normalizeLabel(definition[1])
    if (!this.definitions.has(label)) this.definitions.set(label, { url: definition[2], start: from, end })
    this.mask(from, end)
    return true
  }

  private readCodeSpan(at: number, end: number, unclosed: boolean[]): number {
    const { text } = this
    let ticks = 1
    while (at + ticks < end && text.charCodeAt(at + ticks) === 96) ticks += 1
    if (ticks > 3 || unclosed[ticks]) return at + ticks
    for (let close = at + ticks; close < end; close += 1) {
      if (text.charCodeAt(close) !== 96) continue
      const first = close
      while (close < end && text.charCodeAt(close) === 96) close += 1
      if (close - first !== ticks) continue
      this.mask(at, close)
      return close
    }
    // Remember the length, so that a line with unpaired backticks is searched only once per length.
    unclosed[ticks] = true
    return at + ticks
  }

  private closeBracket(open: number | undefined, at: number, end: number): number {
    if (open === undefined) return at + 1
    const { text } = this
    if (text.charCodeAt(at + 1) === 40) {
      const close = this.endOfDestination(at + 2, end)
      if (close < 0) return at + 1
      const image = open > 0 && text.charCodeAt(open - 1) === 33
      this.mask(image ? open - 1 : at, close + 1)
      const destination = text.slice(at + 2, close).trim()
      const url = destination.startsWith('<')
        ? destination.slice(1).split('>', 1)[0]
        : destination.split(/\s/, 1)[0]
      if (!image && url && /^https?:\/\//i.test(url)) this.links.push({ url, start: open, end: close + 1 })
      return close + 1
    }
    this.readReference(open, at)
    return at + 1
  }

  /**
   * Parses `[label]` as a footnote, as the label of `[text][label]`, as the empty label of `[label][]`, or as a
   * shortcut reference.
   */
  private readReference(open: number, at: number): void {
    const { text } = this
    const end = at + 1
    if (at - open > MAX_REFERENCE_LENGTH) return
    const inner = normalizeLabel(text.slice(open + 1, at))
    const footnote = FOOTNOTE.test(inner)
    const follows = open > 0 && text.charCodeAt(open - 1) === 93
    if (footnote || follows) this.mask(open, end)
    const last = this.references[this.references.length - 1]
    if (follows && last?.end === open && !(footnote && FOOTNOTE.test(last.label))) {
      // The previous bracket contains the link text. If this bracket is empty, the text is also the label.
      last.end = end
      if (inner !== '') last.label = inner
    } else if (inner !== '') this.references.push({ label: inner, start: open, end })
  }

  /**
   * Returns the offset of the bracket that closes a link destination, or −1. It gives up at the next link, which keeps
   * the scan linear.
   */
  private endOfDestination(from: number, end: number): number {
    let depth = 0
    for (let at = from; at < end; at += 1) {
      const code = this.text.charCodeAt(at)
      if (code === 40) depth += 1
      else if (code === 93 && this.text.charCodeAt(at + 1) === 40) return -1
      else if (code === 41 && depth === 0) return at
      else if (code === 41) depth -= 1
    }
    return -1
  }

  private readAngle(at: number, end: number): number {
    const { text } = this
    if (text.startsWith('<!--', at)) return this.readComment(at, end)
    let close = at + 1
    while (close < end && text.charCodeAt(close) !== 62 && text.charCodeAt(close) !== 60) close += 1
    if (close >= end || text.charCodeAt(close) !== 62) return at + 1
    const opening = text.slice(at, Math.min(close + 1, at + 12))
    const autolink = /^<https?:\/\//i.test(opening)
    if (!autolink && !HTML_TAG.test(opening)) return at + 1
    this.mask(at, close + 1)
    if (autolink) this.links.push({ url: text.slice(at + 1, close), start: at, end: close + 1 })
    return close + 1
  }

  private readComment(at: number, end: number): number {
    if (this.commentEnd < at) {
      const end = this.text.indexOf('-->', at)
      this.commentEnd = end < 0 ? Number.POSITIVE_INFINITY : end
    }
    const close = Math.min(this.commentEnd + 3, end)
    this.mask(at, close)
    return close
  }

  private readColon(at: number, end: number): number {
    if (!this.text.startsWith('//', at + 1)) return at + 1
    const url = urlAt(this.text, at, end)
    this.mask(url.start, url.end)
    if (url.web) {
      const { start, end: close } = url
      this.links.push({ url: this.text.slice(start, close), start, end: close })
    }
    return url.end
  }

  private readDot(at: number, from: number, end: number): number {
    const floor = Math.max(from, this.masked[this.masked.length - 1]?.end ?? 0)
    const { span, bare, next } = domainAt(this.text, at, floor, end)
    if (span) this.mask(span.start, span.end, bare)
    return next
  }

  /** Masks an assistant's citation mark: 【4†source】, or text between the private-use characters U+E200 and U+E201. */
  private readCitationMark(at: number, end: number, closing: string): number {
    const close = this.text.slice(at, Math.min(end, at + MAX_REFERENCE_LENGTH)).indexOf(closing)
    if (close < 0) return at + 1
    this.mask(at, at + close + 1)
    return at + close + 1
  }
}
