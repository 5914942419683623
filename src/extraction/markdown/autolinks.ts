import { parse } from 'tldts'
import type { Span } from '../observation.ts'
import { classAt, WORD } from '../text/fold.ts'

const LONGEST_HOST = 253
const HOST_ONLY = { extractHostname: false, validateHostname: false }
const URL_ENDS = '<>"|`*]{}\u00a0\u201d'
// The last word of a sentence before a host name that follows without a space; a subdomain has the case of the rest.
const SENTENCE_BEFORE = /^(?!www\.)(?:[\p{Ll}-]{3,}\.(?=\p{Lu})|\p{Lu}\p{Ll}{2,}\.(?=\p{Ll}))(?=[^.]+\.)/u
const TRAILING_PUNCTUATION = '.,;:!?\'"*_~’'

function isAsciiWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/**
 * End of a URL or path from an offset on: before white space, a closing bracket that it did not open, or trailing punctuation, as for
 * the extended autolinks of GitHub Flavored Markdown.
 */
function endOfUrl(text: string, from: number, end: number): number {
  let depth = 0
  let at = from
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 32 || URL_ENDS.includes(text.charAt(at))) break
    // East Asian and full-width punctuation follows a URL without a space.
    if ((code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xffef)) break
    if (code === 40) depth += 1
    if (code === 41) {
      if (depth === 0) break
      depth -= 1
    }
  }
  while (at > from && TRAILING_PUNCTUATION.includes(text.charAt(at - 1))) at -= 1
  return at
}

/** Span of the URL whose `://` begins at an offset; `web` says that its scheme is http or https. `end` bounds the search. */
export function urlAt(text: string, colon: number, end: number): Span & { web: boolean } {
  let start = colon
  while (start > 0 && colon - start < 8 && isAsciiWord(text.charCodeAt(start - 1))) start -= 1
  const close = Math.max(endOfUrl(text, colon + 3, end), colon + 1)
  const web = close > colon + 3 && /^https?:$/i.test(text.slice(start, colon + 1))
  return { start, end: close, web }
}

/** What stands around a dot. */
export interface DomainMatch {
  /** The domain name with its path, or the e-mail address; null where the dot belongs to neither. */
  span: Span | null
  /** The span is a domain name and nothing more. */
  bare: boolean
  /** Offset at which the scan goes on. */
  next: number
}

function isHostLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 ? isAsciiWord(code) : classAt(text, at) === WORD
}

/**
 * Beginning of a host name from an offset on: after what a page that lost a space has put before it, such as the count of further
 * sources ("Edmunds+2kbb.com") or the end of a sentence ("matters.Unite.AI", "Interviews.example.com").
 */
function startOfHost(text: string, from: number, end: number): number {
  const written = text.slice(from, end)
  const mark = Math.max(written.lastIndexOf('+'), written.lastIndexOf('%')) + 1
  const count = mark > 0 ? (/^\d{1,2}(?=\p{L})/u.exec(written.slice(mark))?.[0].length ?? 0) : 0
  const sentence = SENTENCE_BEFORE.exec(written.slice(mark + count))?.[0].length ?? 0
  return from + mark + count + sentence
}

/**
 * Reads the word around a dot, which is a domain name or e-mail address when its ending is on the Public Suffix List
 * (https://publicsuffix.org). It begins at or after `floor` and ends at or before `end`.
 */
export function domainAt(text: string, dot: number, floor: number, end: number): DomainMatch {
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
  // "end.Next" is two sentences without the space between them; a top-level domain has letters of one case.
  if (!/^(?:[a-z]{2,24}|[A-Z]{2,24})$/.test(ending)) return none
  let start = dot
  while (start > floor && dot - start < LONGEST_HOST) {
    if (!isHostLetter(text, start - 1) && !'_.%+@-'.includes(text.charAt(start - 1))) break
    start -= 1
  }
  if (!text.slice(start, close).includes('@')) start = startOfHost(text, start, close)
  const host = text.slice(start, close).toLowerCase()
  if (host.length > LONGEST_HOST || !parse(host.slice(host.indexOf('@') + 1), HOST_ONLY).isIcann) return none
  const path = '/?'.includes(text.charAt(close) || ' ') ? endOfUrl(text, close, end) : close
  return { span: { start, end: path }, bare: path === close && !host.includes('@'), next: path }
}
