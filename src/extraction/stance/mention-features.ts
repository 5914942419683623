import type { AnswerDocument } from './answer-document.ts'
import type { MentionLocation } from './locations.ts'

/** Features from the characters around a mention. Each is counted over the mentions of an entity. */
export const MENTION_FEATURES = [
  'inHeading',
  'inBold',
  'inFirstCell',
  'inOtherCell',
  'inParentheses',
  'endsLine',
  'endsLineAfterStop',
  'glued',
  'afterBullet',
  'possessive',
  'afterComma',
  'beforeComma',
  'beginsLine',
  'beginsSentence',
  'question',
  'firstLine',
  'lastLine',
  'afterPrice',
  'colonAfter',
  'dashAfter',
  'linked',
] as const
export type MentionFeature = (typeof MENTION_FEATURES)[number]

/** Number of UTF-16 code units on each side of a mention that are used. */
const REACH = 2000
const PRICE_REACH = 14
const AFTER_REACH = 6

const SPACE = 32
const TAB = 9
const ASTERISK = 42
const UNDERSCORE = 95
const PLUS = 43
const CURRENCIES = '$€£¥₹'
const PRICE = /[$€£¥₹]\s?[\d.,]+|[\d.,]+\s?[$€£¥]/

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB
}

function isEmphasis(code: number): boolean {
  return code === ASTERISK || code === UNDERSCORE || isSpace(code)
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** True if a line ends after an offset, ignoring emphasis, brackets and the number of further sources ("+2"). */
export function isAtEndOfLine(text: string, from: number, end: number): boolean {
  const limit = Math.min(end, from + REACH)
  const isMark = (at: number) => isEmphasis(text.charCodeAt(at)) || '.)]'.includes(text.charAt(at))
  let at = from
  while (at < limit && isMark(at)) at += 1
  if (text.charCodeAt(at) === PLUS && isDigit(text.charCodeAt(at + 1))) {
    at += 2
    while (at < limit && isDigit(text.charCodeAt(at))) at += 1
    while (at < limit && isMark(at)) at += 1
  }
  return at >= limit
}

/** True if a mention directly follows another character, for example where a cell or source lost a space. */
export function isGlued(text: string, start: number, from = 0): boolean {
  if (start <= from) return false
  const code = text.charCodeAt(start - 1)
  if (code < 128)
    return (
      isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122) || '.!?)'.includes(text.charAt(start - 1))
    )
  return /[\p{L}\p{N}]$/u.test(text.slice(Math.max(from, start - 2), start))
}

/** Collects the features of the text before a mention on its line. */
function readBefore(
  text: string,
  { start, line }: MentionLocation,
  found: (feature: MentionFeature) => void,
): void {
  if (!line) return
  const from = Math.max(line.content, start - REACH)
  let emphases = 0
  let brackets = 0
  let cells = 0
  let onlyEmphasis = true
  for (let at = from; at < start; at += 1) {
    const code = text.charCodeAt(at)
    if (!isEmphasis(code)) onlyEmphasis = false
    if (code === ASTERISK && at + 1 < start && text.charCodeAt(at + 1) === ASTERISK) {
      emphases += 1
      at += 1
    } else if (code === 40) brackets += 1
    else if (code === 41) brackets -= 1
    else if (code === 124) cells += 1
  }
  if (emphases % 2 === 1) found('inBold')
  if (brackets > 0) found('inParentheses')
  if (line.kind === 'row') found(cells <= 1 ? 'inFirstCell' : 'inOtherCell')
  if (onlyEmphasis) found('beginsLine')
  if (isGlued(text, start, from)) found('glued')
  let at = start - 1
  while (at >= from && isSpace(text.charCodeAt(at))) at -= 1
  if (at >= from && text.charAt(at) === '•') found('afterBullet')
  at = start - 1
  while (at >= from && text.charCodeAt(at) === ASTERISK) at -= 1
  while (at >= from && isSpace(text.charCodeAt(at))) at -= 1
  if (at >= from && text.charAt(at) === ',') found('afterComma')
}

/** True if a sentence or a closing bracket ends before an offset. */
function isAfterStop(text: string, start: number, from: number): boolean {
  let at = start - 1
  while (at >= from && (isSpace(text.charCodeAt(at)) || '”"'.includes(text.charAt(at)))) at -= 1
  return at >= from && '.!?)…'.includes(text.charAt(at))
}

/** Collects the features of the text after a mention. */
function readAfter(
  text: string,
  { end, line }: MentionLocation,
  found: (feature: MentionFeature) => void,
): void {
  const limit = Math.min(end + AFTER_REACH, line?.end ?? end)
  let at = end
  while (at < limit && text.charCodeAt(at) === ASTERISK) at += 1
  if (at >= limit) return
  const mark = text.charAt(at)
  if (mark === ',') found('beforeComma')
  else if (mark === ':') found('colonAfter')
  else if (mark === "'" || mark === '’') {
    if (/\w/.test(text.slice(at + 1, Math.min(at + 2, limit)))) found('possessive')
  } else {
    while (at < limit && isSpace(text.charCodeAt(at))) at += 1
    if (at + 1 < limit && '–—-'.includes(text.charAt(at)) && isSpace(text.charCodeAt(at + 1)))
      found('dashAfter')
  }
}

function isBeforePrice(text: string, from: number, end: number): boolean {
  const limit = Math.min(from + PRICE_REACH, end)
  for (let at = from; at < limit; at += 1)
    if (CURRENCIES.includes(text.charAt(at))) return PRICE.test(text.slice(from, limit))
  return false
}

/** True for the text of a link, also if emphasis follows. */
function isLinked(text: string, end: number): boolean {
  for (let at = end; at <= end + 2; at += 1) if (text.startsWith('](', at)) return true
  return false
}

function beginsSentence(text: string, { start, passage }: MentionLocation): boolean {
  if (!passage) return false
  for (let at = Math.max(passage.start, start - REACH); at < start; at += 1)
    if (!isEmphasis(text.charCodeAt(at)) && !'"“('.includes(text.charAt(at))) return false
  return true
}

/** Calls `found` for each feature of a mention. */
export function mentionFeatures(
  { text, lines, lastLine }: AnswerDocument,
  location: MentionLocation,
  isLast: boolean,
  found: (feature: MentionFeature) => void,
): void {
  const { start, end, line, passage } = location
  if (line) {
    if (line.kind === 'heading') found('inHeading')
    readBefore(text, location, found)
    if (isAtEndOfLine(text, end, line.end)) {
      found('endsLine')
      if (isAfterStop(text, start, Math.max(line.content, start - REACH))) found('endsLineAfterStop')
    }
    if (isBeforePrice(text, end, line.end)) found('afterPrice')
    if (isLinked(text, end)) found('linked')
    if (line === lines[0]) found('firstLine')
    if (isLast && line === lines[lastLine]) found('lastLine')
  }
  readAfter(text, location, found)
  if (beginsSentence(text, location)) found('beginsSentence')
  if (passage?.question) found('question')
}
