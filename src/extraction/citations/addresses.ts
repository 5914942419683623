import { parse } from 'tldts'
import type { Span } from '../observation.ts'
import { classAt, WORD } from '../text/fold.ts'

const LONGEST_HOST = 253
const HOST_ONLY = { extractHostname: false, validateHostname: false }
const ENDS_ADDRESS = '<>"|`*]{}\u00a0\u201d'
const TRAILING = '.,;:!?\'"*_~’'

function isAsciiWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** End of a path or address that runs from an offset: before a space, a bracket it did not open, trailing punctuation. */
export function endOfAddress(text: string, from: number, end: number): number {
  let depth = 0
  let at = from
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 32 || ENDS_ADDRESS.includes(text.charAt(at))) break
    // Full-width punctuation follows an address without a space.
    if ((code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xffef)) break
    if (code === 40) depth += 1
    if (code === 41) {
      if (depth === 0) break
      depth -= 1
    }
  }
  while (at > from && TRAILING.includes(text.charAt(at - 1))) at -= 1
  return at
}

/** The address whose `://` has its colon at an offset; `web` when it is http or https. */
export function addressAt(text: string, colon: number, end: number): Span & { web: boolean } {
  let start = colon
  while (start > 0 && colon - start < 8 && isAsciiWord(text.charCodeAt(start - 1))) start -= 1
  const close = Math.max(endOfAddress(text, colon + 3, end), colon + 1)
  const web = close > colon + 3 && /^https?:$/i.test(text.slice(start, colon + 1))
  return { start, end: close, web }
}

/** What a dot at an offset belongs to. */
export interface Dotted {
  /** The domain, host or e-mail address with its path, or null where the dot is only a dot. */
  span: Span | null
  /** It is a domain and nothing more. */
  bare: boolean
  /** Where reading goes on. */
  next: number
}

function isHostLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 ? isAsciiWord(code) : classAt(text, at) === WORD
}

/** Reads the word around a dot; it is an address when its ending is on the public suffix list. */
export function dottedAt(text: string, dot: number, floor: number, end: number): Dotted {
  const none = { span: null, bare: false, next: dot + 1 }
  if (dot <= floor || !isHostLetter(text, dot - 1) || !isHostLetter(text, dot + 1)) return none
  let close = dot + 1
  for (; close < end; close += 1) {
    const code = text.charCodeAt(close)
    if (!isHostLetter(text, close) && code !== 45 && code !== 46) break
  }
  none.next = close
  while (!isHostLetter(text, close - 1)) close -= 1
  const ending = text.slice(text.lastIndexOf('.', close - 1) + 1, close)
  // "end.Next" has lost its space; a domain is written in one case.
  if (!/^(?:[a-z]{2,24}|[A-Z]{2,24})$/.test(ending)) return none
  let start = dot
  while (start > floor && dot - start < LONGEST_HOST) {
    if (!isHostLetter(text, start - 1) && !'_.%+@-'.includes(text.charAt(start - 1))) break
    start -= 1
  }
  const host = text.slice(start, close).toLowerCase()
  if (host.length > LONGEST_HOST || !parse(host.slice(host.indexOf('@') + 1), HOST_ONLY).isIcann) return none
  const path = '/?'.includes(text.charAt(close) || ' ') ? endOfAddress(text, close, end) : close
  return { span: { start, end: path }, bare: path === close && !host.includes('@'), next: path }
}
