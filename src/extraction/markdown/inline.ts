import { addressAt, dottedAt } from '../citations/addresses.ts'
import type { Span } from '../observation.ts'
import type { Link, MaskedSpan } from './document.ts'

const HTML_TAG =
  /^<(?:!--|\/?(?:a|abbr|b|br|cite|code|del|details|div|em|h[1-6]|hr|i|img|li|mark|ol|p|pre|s|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)(?:[\s/>]|$))/i
const LONGEST_REFERENCE = 100
const LONGEST_SOURCE = 200
// "[1]", "[2, 3]", "[4-6]", "[^note]", "[citation:7]", "[source: …]"
const FOOTNOTE =
  /^(?:\d{1,3}(?:\s?[,–-]\s?\d{1,3})*|\^.+|(?:citation|cite|source|sources|oaicite|kilde|kilder|quelle)\s?:.*)$/
const SOURCE = /^\((?:sources?|kilder?|quellen?|fuente|fonte)\s?:/i

function idOf(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Reads the insides of lines, in order: what is masked and what is a link. */
export class InlineReader {
  readonly masked: MaskedSpan[] = []
  private readonly links: Link[] = []
  private readonly references: (Span & { id: string })[] = []
  private readonly definitions = new Map<string, Link>()
  private readonly text: string
  /** Where the next comment ends, as far as one has been looked for. */
  private comment = -1

  constructor(text: string) {
    this.text = text
  }

  /** Masks a stretch; stretches already masked inside it become part of it. */
  mask(start: number, end: number, domain = false): void {
    let last = this.masked[this.masked.length - 1]
    while (last && last.start >= start) {
      this.masked.pop()
      last = this.masked[this.masked.length - 1]
    }
    const from = last ? Math.max(start, last.end) : start
    if (end > from) this.masked.push({ start: from, end, domain })
  }

  /** The links of all lines read; a reference counts where it is used, else where it is defined. */
  finish(): Link[] {
    const used = new Set<string>()
    for (const { id, start, end } of this.references) {
      const definition = this.definitions.get(id)
      if (!definition) continue
      used.add(id)
      this.links.push({ url: definition.url, start, end })
    }
    for (const [id, definition] of this.definitions) if (!used.has(id)) this.links.push(definition)
    return this.links
  }

  /** Reads one line's content; true when it was the definition of a reference. */
  readLine(from: number, end: number): boolean {
    const { text } = this
    if (text.charCodeAt(from) === 91 && this.readDefinition(from, end)) return true
    const brackets: number[] = []
    const unclosed: boolean[] = []
    let source = -1
    let at = from
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code === 40 && source < 0 && SOURCE.test(text.slice(at, at + 12))) source = at++
      else if (code === 41 && source >= 0) {
        at += 1
        if (at - source <= LONGEST_SOURCE) this.mask(source, at)
        source = -1
      } else if (code === 92) at += 2
      else if (code === 96) at = this.readCode(at, end, unclosed)
      else if (code === 91) brackets.push(at++)
      else if (code === 93) at = this.closeBracket(brackets.pop(), at, end)
      else if (code === 60) at = this.readAngle(at, end)
      else if (code === 58) at = this.readColon(at, end)
      else if (code === 46) at = this.readDot(at, from, end)
      else if (code === 0x3010) at = this.readSourceMark(at, end, '】')
      else if (code === 0xe200) at = this.readSourceMark(at, end, '\ue201')
      else at += 1
    }
    return false
  }

  private readDefinition(from: number, end: number): boolean {
    const line = this.text.slice(from, Math.min(end, from + 2100))
    const shape = /^\[([^\][]{1,100})\]:[ \t]*<?(https?:\/\/[^\s>]+)/i.exec(line)
    if (!shape?.[1] || !shape[2]) return false
    const id = idOf(shape[1])
    if (!this.definitions.has(id)) this.definitions.set(id, { url: shape[2], start: from, end })
    this.mask(from, end)
    return true
  }

  private readCode(at: number, end: number, unclosed: boolean[]): number {
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
    // Remembered, so that a line of lone ticks is searched once.
    unclosed[ticks] = true
    return at + ticks
  }

  private closeBracket(open: number | undefined, at: number, end: number): number {
    if (open === undefined) return at + 1
    const { text } = this
    if (text.charCodeAt(at + 1) === 40) {
      const close = this.closeOfTarget(at + 2, end)
      if (close < 0) return at + 1
      const image = open > 0 && text.charCodeAt(open - 1) === 33
      this.mask(image ? open - 1 : at, close + 1)
      const target = text.slice(at + 2, close).trim()
      const url = target.startsWith('<') ? target.slice(1).split('>', 1)[0] : target.split(/\s/, 1)[0]
      if (!image && url && /^https?:\/\//i.test(url)) this.links.push({ url, start: open, end: close + 1 })
      return close + 1
    }
    this.readReference(open, at)
    return at + 1
  }

  /** A footnote mark, the id of `[shown][id]`, the empty one of `[id][]`, or words that may be an id themselves. */
  private readReference(open: number, at: number): void {
    const { text } = this
    const end = at + 1
    if (at - open > LONGEST_REFERENCE) return
    const inner = idOf(text.slice(open + 1, at))
    const footnote = FOOTNOTE.test(inner)
    const shown = open > 0 && text.charCodeAt(open - 1) === 93
    if (footnote || shown) this.mask(open, end)
    const last = this.references[this.references.length - 1]
    if (shown && last?.end === open && !(footnote && FOOTNOTE.test(last.id))) {
      // The bracket before it holds what is shown, and the id too where this one is empty.
      last.end = end
      if (inner !== '') last.id = inner
    } else if (inner !== '') this.references.push({ id: inner, start: open, end })
  }

  /** Offset of the bracket that closes a link target, or −1. Gives up at the next link, which keeps the line linear. */
  private closeOfTarget(from: number, end: number): number {
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
    const head = text.slice(at, Math.min(close + 1, at + 12))
    const address = /^<https?:\/\//i.test(head)
    if (!address && !HTML_TAG.test(head)) return at + 1
    this.mask(at, close + 1)
    if (address) this.links.push({ url: text.slice(at + 1, close), start: at, end: close + 1 })
    return close + 1
  }

  private readComment(at: number, end: number): number {
    if (this.comment < at) {
      const found = this.text.indexOf('-->', at)
      this.comment = found < 0 ? Number.POSITIVE_INFINITY : found
    }
    const close = Math.min(this.comment + 3, end)
    this.mask(at, close)
    return close
  }

  private readColon(at: number, end: number): number {
    if (!this.text.startsWith('//', at + 1)) return at + 1
    const address = addressAt(this.text, at, end)
    this.mask(address.start, address.end)
    if (address.web) {
      const { start, end: close } = address
      this.links.push({ url: this.text.slice(start, close), start, end: close })
    }
    return address.end
  }

  private readDot(at: number, from: number, end: number): number {
    const floor = Math.max(from, this.masked[this.masked.length - 1]?.end ?? 0)
    const { span, bare, next } = dottedAt(this.text, at, floor, end)
    if (span) this.mask(span.start, span.end, bare)
    return next
  }

  /** A mark that a surface leaves where it cites: 【4†source】, or one between characters of private use. */
  private readSourceMark(at: number, end: number, closing: string): number {
    const close = this.text.slice(at, Math.min(end, at + LONGEST_REFERENCE)).indexOf(closing)
    if (close < 0) return at + 1
    this.mask(at, at + close + 1)
    return at + close + 1
  }
}
