import { parse } from 'tldts'
import type { Span } from '../foundation/observation.ts'
import { classAt, WORD } from '../text/fold.ts'

const MAX_HOST_LENGTH = 253
const HOST_ONLY = { extractHostname: false, validateHostname: false }
const URL_ENDS = '<>"|`*]{}\u00a0\u201d'
// Last word of the previous sentence when the space before a host name is missing. A subdomain is not matched: it has
// the same letter case as the rest of the host.
const SENTENCE_BEFORE = /^(?!www\.)(?:[\p{Ll}-]{3,}\.(?=\p{Lu})|\p{Lu}\p{Ll}{2,}\.(?=\p{Ll}))(?=[^.]+\.)/u
const TRAILING_PUNCTUATION = '.,;:!?\'"*_~’'

function isAsciiWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/**
 * Returns the end of the URL or path that starts at `from`. Like the extended autolinks of GitHub Flavored Markdown, it
 * ends before whitespace, before a closing bracket without an opening one, and before trailing punctuation.
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

/**
 * Returns the span of the URL that has its `://` at `colon`, searching no further than `end`. `web` is true for http
 * and https.
 */
export function urlAt(text: string, colon: number, end: number): Span & { web: boolean } {
  let start = colon
  while (start > 0 && colon - start < 8 && isAsciiWord(text.charCodeAt(start - 1))) start -= 1
  const close = Math.max(endOfUrl(text, colon + 3, end), colon + 1)
  const web = close > colon + 3 && /^https?:$/i.test(text.slice(start, colon + 1))
  return { start, end: close, web }
}

/** The domain name or email address around a dot. */
export interface DomainMatch {
  /** The domain name with its path, or the email address; null if the dot is in neither. */
  span: Span | null
  /** True for a domain name without a path. */
  bare: boolean
  /** Offset at which the caller continues to scan. */
  next: number
}

function isHostLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 ? isAsciiWord(code) : classAt(text, at) === WORD
}

/**
 * Returns the start of a host name. Skips text that is glued to the host name because the page lost a space, such as
 * the number of further sources ("Edmunds+2kbb.com") or the end of a sentence ("matters.Unite.AI",
 * "Interviews.example.com").
 */
function startOfHost(text: string, from: number, end: number): number {
  const written = text.slice(from, end)
  const mark = Math.max(written.lastIndexOf('+'), written.lastIndexOf('%')) + 1
  const count = mark > 0 ? (/^\d{1,2}(?=\p{L})/u.exec(written.slice(mark))?.[0].length ?? 0) : 0
  const sentence = SENTENCE_BEFORE.exec(written.slice(mark + count))?.[0].length ?? 0
  return from + mark + count + sentence
}

/**
 * Parses the word around a dot, between the offsets `floor` and `end`. It is a domain name or email address if its
 * ending is on the Public Suffix List (https://publicsuffix.org).
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
  // "end.Next" is two sentences with a missing space. All letters of a top-level domain have the same case.
  if (!/^(?:[a-z]{2,24}|[A-Z]{2,24})$/.test(ending)) return none
  let start = dot
  while (start > floor && dot - start < MAX_HOST_LENGTH) {
    if (!isHostLetter(text, start - 1) && !'_.%+@-'.includes(text.charAt(start - 1))) break
    start -= 1
  }
  if (!text.slice(start, close).includes('@')) start = startOfHost(text, start, close)
  const host = text.slice(start, close).toLowerCase()
  if (host.length > MAX_HOST_LENGTH || !parse(host.slice(host.indexOf('@') + 1), HOST_ONLY).isIcann)
    return none
  const path = '/?'.includes(text.charAt(close) || ' ') ? endOfUrl(text, close, end) : close
  return { span: { start, end: path }, bare: path === close && !host.includes('@'), next: path }
}
