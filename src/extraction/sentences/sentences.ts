import type { Line, MarkdownDocument } from '../document/document.ts'
import { readRunInHeading } from '../document/run-in-heading.ts'
import type { Span } from '../foundation/observation.ts'
import { wordsOfAll } from '../languages/languages.ts'
import type { FoundName } from '../names/mentions.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { type Clause, splitClauses } from './clauses.ts'
import { readTokens, type Token } from './tokens.ts'

/**
 * A sentence in a paragraph or item that has a name, on one line or several wrapped ones. Offsets are UTF-16 code
 * units.
 */
export interface Sentence extends Span {
  /** Number of the paragraph or item; the same for all its sentences. */
  group: number
  /** Kind of its first line. */
  kind: Line['kind']
  tokens: Token[]
  clauses: Clause[]
  /** Names in it: a half-open range of indices into the found names. */
  from: number
  to: number
  question: boolean
}

const ABBREVIATIONS = wordsOfAll(({ grammar }) => grammar.abbreviations)
// Sentence-ending marks in scripts that need no space after them.
const ENDS_WITHOUT_SPACE = '。！？।؟۔'
const MIN_WRAPPED_LINE_LENGTH = 60

function isEndOfSentence(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at)
  if (code > 127 && ENDS_WITHOUT_SPACE.includes(text.charAt(at))) return true
  if (code !== 46 && code !== 33 && code !== 63) return false
  let after = at + 1
  while (after < end && '"”’\')*_]'.includes(text.charAt(after))) after += 1
  if (after >= end) return true
  const next = text.charAt(after)
  if (next !== ' ' && next !== '\u00a0' && next !== '[' && next !== '【') return false
  if (code !== 46) return true
  let start = at
  while (start > 0 && at - start < 8 && /[\p{L}.]/u.test(text.charAt(start - 1))) start -= 1
  const word = text.slice(start, at).toLowerCase()
  if (ABBREVIATIONS.has(word) || (word.length === 1 && word !== 'i')) return false
  return !/^[ \u00a0]+\p{Ll}/u.test(text.slice(after, after + 4))
}

/** Splits a range of a text into sentences. */
export function splitSentences(text: string, start: number, end: number): Span[] {
  const spans: Span[] = []
  let from = start
  for (let at = start; at < end; at += 1) {
    if (!isEndOfSentence(text, at, end)) continue
    let after = at + 1
    while (after < end && '.!?"”’\')*_]。！？।؟'.includes(text.charAt(after))) after += 1
    spans.push({ start: from, end: after })
    while (after < end && (text.charAt(after) === ' ' || text.charAt(after) === '\u00a0')) after += 1
    from = after
    at = after - 1
  }
  if (from < end) spans.push({ start: from, end })
  return spans
}

/**
 * True if a sentence continues on the next line: the line is long and has no end mark, and the next one starts in lower
 * case.
 */
function wraps(text: string, line: Line, next: Line | undefined): boolean {
  if (next?.kind !== 'text' || (line.kind !== 'text' && line.kind !== 'item')) return false
  if (line.end - line.content < MIN_WRAPPED_LINE_LENGTH || '.!?:;|'.includes(text.charAt(line.end - 1)))
    return false
  // A line such as "iBrand – words" starts in lower case but is not a continuation.
  return (
    /\p{Ll}/u.test(text.charAt(next.content)) &&
    readRunInHeading(text, next.content, next.end)?.separator !== 'dash'
  )
}

/**
 * Returns the sentences of all paragraphs and items that have at least one name, including sentences before the first
 * name. `lower` is the result of `lowerCase`, `document` the text's Markdown, and `names` the result of `findNames`.
 */
export function readSentences(
  text: string,
  lower: string,
  document: MarkdownDocument,
  names: readonly FoundName[],
): Sentence[] {
  const sentences: Sentence[] = []
  const { lines, masked } = document
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (!line || line.kind === 'blank' || line.kind === 'code') continue
    const group = index
    let last = line
    for (let next = lines[index + 1]; next && wraps(text, last, next); next = lines[index + 1]) {
      last = next
      index += 1
    }
    const name = firstEndingAfter(names, line.start)
    if ((names[name]?.start ?? text.length) >= last.end) continue
    const spans =
      line.kind === 'row'
        ? [{ start: line.content, end: last.end }]
        : splitSentences(text, line.content, last.end)
    let from = name
    for (const { start, end } of spans) {
      let to = from
      while ((names[to]?.start ?? text.length) < end) to += 1
      const tokens = readTokens(lower, { start, end }, names, masked)
      const question = lower.slice(end - 2, end).includes('?')
      sentences.push({
        start,
        end,
        group,
        kind: line.kind,
        tokens,
        clauses: splitClauses(tokens),
        from,
        to,
        question,
      })
      from = to
    }
  }
  return sentences
}
