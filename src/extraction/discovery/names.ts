import type { MarkdownDocument } from '../markdown/document.ts'
import { isFunctionWord, isOrdinaryWord } from '../names/common-words.ts'
import type { Span } from '../observation.ts'
import { lowerCase } from '../text/fold.ts'
import { GAP, readWords, SHAPE, type Words } from './words.ts'

const NAME_SHAPE = SHAPE.capital | SHAPE.inner | SHAPE.domain | SHAPE.katakana
const MOST_WORDS = 8
/** Gaps behind which any word may have a capital. */
const BEGINNING =
  GAP.line | GAP.colon | GAP.stop | GAP.bar | GAP.quotation | GAP.dash | GAP.emphasis | GAP.opening
/** Gaps after the name that an item, cell or emphasis is about. */
const END_OF_HEAD = GAP.line | GAP.colon | GAP.dash | GAP.emphasis | GAP.bar
const THRESHOLD = 1
const LONGEST = 80

/** A range of words that may be a name. */
interface Candidate {
  from: number
  to: number
  key: string
}

function isNameLike(words: Words, index: number): boolean {
  return ((words.shapes[index] ?? 0) & NAME_SHAPE) !== 0
}

function joins(words: Words, index: number): boolean {
  const gap = words.gaps[index] ?? 0
  return gap === GAP.space || gap === (GAP.space | GAP.joint)
}

/** The name without its case, punctuation and genitive: what is the same for all its spellings. */
export function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .replace(/[^\p{L}\p{N}+]+/gu, '')
}

function readCandidates(text: string, words: Words): Candidate[] {
  const found: Candidate[] = []
  for (let from = 0; from < words.count; from += 1) {
    if (!isNameLike(words, from)) continue
    let to = from + 1
    while (to < words.count && to - from < MOST_WORDS && joins(words, to)) {
      if (!isNameLike(words, to) && !((words.shapes[to] ?? 0) & SHAPE.digit)) break
      to += 1
    }
    let first = from
    while (first < to && isFunctionWord(text.slice(words.starts[first], words.ends[first]))) first += 1
    const start = words.starts[first] ?? 0
    const end = words.ends[to - 1] ?? 0
    if (first < to && end - start <= LONGEST)
      found.push({ from: first, to, key: keyOf(text.slice(start, end)) })
    from = to - 1
  }
  return found
}

function scoreOf(
  text: string,
  words: Words,
  { from, to }: Candidate,
  lowerWords: ReadonlySet<number>,
): number {
  let score = 0
  let ordinary = true
  for (let index = from; index < to; index += 1) {
    const shape = words.shapes[index] ?? 0
    if (shape & (SHAPE.inner | SHAPE.domain)) score += 2
    const written = text.slice(words.starts[index], words.ends[index])
    const common =
      lowerWords.has(words.hashes[index] ?? 0) ||
      isOrdinaryWord(written) ||
      isOrdinaryWord(written.replace(/s$/, ''))
    if (!common && shape & SHAPE.letter) ordinary = false
  }
  const before = words.gaps[from] ?? 0
  const after = words.gaps[to] ?? 0
  const expected = (before & BEGINNING) !== 0
  if (expected && after & END_OF_HEAD) score += ordinary ? 0.5 : 1.5
  else if (!expected) score += ordinary ? 0.5 : 1.5
  if (to - from > 1 && !ordinary) score += 0.5
  return ordinary ? score - 1.5 : score
}

/**
 * Recognises names of brands and products without knowing which are tracked, from how they are written and where they stand. Spans are
 * whole words in text order and do not overlap. `text` is canonical (see `canonicalText`), `document` its Markdown; offsets are UTF-16
 * code units.
 */
export function recogniseNames(text: string, document: MarkdownDocument): Span[] {
  const words = readWords(text, lowerCase(text), document)
  const lowerWords = new Set<number>()
  for (let index = 0; index < words.count; index += 1)
    if (!isNameLike(words, index)) lowerWords.add(words.hashes[index] ?? 0)
  const candidates = readCandidates(text, words)
  const scores = new Map<string, number>()
  for (const candidate of candidates) {
    const score = scoreOf(text, words, candidate, lowerWords)
    scores.set(candidate.key, Math.max(score, scores.get(candidate.key) ?? 0))
  }
  return candidates
    .filter(({ key }) => (scores.get(key) ?? 0) > THRESHOLD)
    .map(({ from, to }) => ({ start: words.starts[from] ?? 0, end: words.ends[to - 1] ?? 0 }))
}
