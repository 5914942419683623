import type { Line, MarkdownDocument } from '../markdown/document.ts'
import { readRunInHeading } from '../markdown/run-in-heading.ts'
import type { FoundName } from '../names/mentions.ts'
import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { type Clause, splitClauses } from './clauses.ts'
import { readTokens, type Token } from './tokens.ts'

/** A sentence, within one line or several wrapped ones, of a paragraph or item that has a name. Offsets are UTF-16 code units. */
export interface Sentence extends Span {
  /** Sentences of the same paragraph or item have the same number. */
  group: number
  /** Kind of the line it begins in. */
  kind: Line['kind']
  tokens: Token[]
  clauses: Clause[]
  /** The names in it: a half-open range of indices into the found names. */
  from: number
  to: number
  question: boolean
}

const ABBREVIATIONS = new Set(
  `e.g i.e vs etc inc ltd co corp mr mrs ms dr st no approx est dept jr sr fig al u.s u.k ca bl.a f.eks fx dvs ift nr
  pr evt inkl ekskl mio mia z.b u.a d.h bzw ggf zzgl evtl vgl`.split(/\s+/),
)
// Marks of scripts that need no space after the end of a sentence.
const ENDS_WITHOUT_SPACE = '。！？।؟۔'
const SHORTEST_WRAPPED_LINE = 60

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

/** The sentences of a range of a text. */
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

/** True where a sentence continues in the next line: the line is long and has no end mark, and the next begins in lower case. */
function wraps(text: string, line: Line, next: Line | undefined): boolean {
  if (next?.kind !== 'text' || (line.kind !== 'text' && line.kind !== 'item')) return false
  if (line.end - line.content < SHORTEST_WRAPPED_LINE || '.!?:;|'.includes(text.charAt(line.end - 1)))
    return false
  // A line such as "iBrand – words" begins in lower case but is not a continuation.
  return (
    /\p{Ll}/u.test(text.charAt(next.content)) &&
    readRunInHeading(text, next.content, next.end)?.separator !== 'dash'
  )
}

/**
 * The sentences of all paragraphs and items that have at least one name, in order. Sentences before the first name of their
 * paragraph are included. `lower` is the text as returned by `lowerCase`, `document` its Markdown, `names` what `findNames` found.
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
