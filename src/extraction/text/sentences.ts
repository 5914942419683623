import { type Comparison, findComparisons } from '../comparison/comparison.ts'
import type { Line, MarkdownDocument } from '../markdown/document.ts'
import { leadOf } from '../markdown/lead.ts'
import type { FoundName } from '../names/mentions.ts'
import type { Span } from '../observation.ts'
import { type Clause, splitClauses } from './clauses.ts'
import { firstEndingAfter, readTokens, type Token } from './words.ts'

/** A sentence of a line (or of lines that wrap into each other) in which a name stands. */
export interface Sentence extends Span {
  /** Number of its line group; sentences of one item or paragraph share it. */
  group: number
  /** Kind of the line it begins in. */
  kind: Line['kind']
  tokens: Token[]
  clauses: Clause[]
  comparisons: Comparison[]
  /** Indices of the found names in it: from, up to but not including. */
  from: number
  to: number
  question: boolean
}

const ABBREVIATIONS = new Set(
  `e.g i.e vs etc inc ltd co corp mr mrs ms dr st no approx est dept jr sr fig al u.s u.k ca bl.a f.eks fx dvs ift nr
  pr evt inkl ekskl mio mia z.b u.a d.h bzw ggf zzgl evtl vgl`.split(/\s+/),
)
// These end a sentence whatever follows.
const WIDE_ENDS = '。！？।؟۔'
const WRAPPED_LINE = 60

function isEndOfSentence(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at)
  if (code > 127 && WIDE_ENDS.includes(text.charAt(at))) return true
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

function splitSentences(text: string, start: number, end: number): Span[] {
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

/** True where a line runs on in the next one: long, unfinished, and the next begins in the middle of a sentence. */
function wraps(text: string, line: Line, next: Line | undefined): boolean {
  if (next?.kind !== 'text' || (line.kind !== 'text' && line.kind !== 'item')) return false
  if (line.end - line.content < WRAPPED_LINE || '.!?:;|'.includes(text.charAt(line.end - 1))) return false
  // "iBrand – words" is a line of its own.
  return /\p{Ll}/u.test(text.charAt(next.content)) && leadOf(text, next.content, next.end)?.mark !== 'dash'
}

/** The sentences of all line groups in which at least one name stands, in order, with their tokens. */
export function readSentences(
  text: string,
  lower: string,
  document: MarkdownDocument,
  names: readonly FoundName[],
): Sentence[] {
  const sentences: Sentence[] = []
  const entityOf = (name: number) => names[name]?.entity ?? -1
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
    // The last sentence of the line in which a name stands: "it" refers back to that.
    let named: readonly Token[] = []
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
        comparisons: findComparisons({ tokens, question, entityOf }, named),
        from,
        to,
        question,
      })
      if (from < to) named = tokens
      from = to
    }
  }
  return sentences
}
