import type { Line, MarkdownDocument } from '../../document/document.ts'
import { GAP, SHAPE } from './characters.ts'
import { HashCounts } from './hash-counts.ts'
import { beginsHead, endsHead, isNameLike, readSpans, type WordSpans } from './spans.ts'
import { hasWord, type WordFilter, wordsOfPlacesAndDates } from './vocabulary.ts'
import { readWords, type Words } from './words.ts'

/** A text and all data for the features of its spans. */
export interface Reading {
  /** Lower-case text of the same length. */
  lower: string
  words: Words
  spans: WordSpans
  /** Index of the language group, less than `LANGUAGE_GROUPS`. */
  language: number
  /** Kind of line per word, from `KIND_OF_LINE`. */
  kinds: Uint8Array
  /** Class per word, from `WORD_CLASS`. */
  classes: Uint8Array
  /** Number of occurrences by span key: all spans, and spans that are a whole head. */
  counts: HashCounts
  headCounts: HashCounts
  /** Hashes of the first and last letters of the lower-case words. */
  stems: HashCounts
  endings: HashCounts
  /**
   * Share of the heads that have an unusual word, rounded to quarters (0–4); 5 if there are fewer than two heads. Two
   * elements per kind of line: without and with emphasis.
   */
  unusual: Uint8Array
}

/** Knowledge about a word. */
export const WORD_CLASS = { small: 0, ordinary: 1, short: 2, unknown: 3, figure: 4 } as const
export const WORD_CLASSES = 5
/** Number of language groups. German capitalizes nouns; Japanese has no capitals. */
export const LANGUAGE_GROUPS = 4

const KIND_OF_LINE: Record<Line['kind'], number> = {
  blank: 0,
  text: 1,
  heading: 2,
  item: 3,
  row: 4,
  divider: 5,
  code: 6,
  definition: 7,
}
export const LINE_KINDS = 8
/** Number of letters in a stem and in an ending. */
export const STEM = 5
export const ENDING = 4
const SHORT = 3

function languageGroup(code: string | null): number {
  if (code === 'de') return 1
  if (code === 'ja') return 2
  return code === 'en' || code === null ? 0 : 3
}

/** Returns the hash of a part of a text. */
export function hashPart(lower: string, at: number, length: number): number {
  let hash = 0x811c9dc5
  for (let index = at; index < at + length; index += 1)
    hash = Math.imul(hash ^ lower.charCodeAt(index), 0x01000193)
  return hash
}

/** Returns the hashes of the lower-case words of a text. */
function smallWords({ count, shapes, hashes }: Words): HashCounts {
  const small = new HashCounts(count)
  for (let word = 0; word < count; word += 1) if (!isNameLike(shapes[word] ?? 0)) small.add(hashes[word] ?? 0)
  return small
}

function classify(words: Words, ordinary: (hash: number) => boolean): Uint8Array {
  const small = smallWords(words)
  const places = wordsOfPlacesAndDates()
  const classes = new Uint8Array(words.count)
  for (let word = 0; word < words.count; word += 1) {
    const hash = words.hashes[word] ?? 0
    if (!((words.shapes[word] ?? 0) & SHAPE.letter)) classes[word] = WORD_CLASS.figure
    else if (small.has(hash)) classes[word] = WORD_CLASS.small
    else if (places.has(hash) || ordinary(hash)) classes[word] = WORD_CLASS.ordinary
    else if ((words.ends[word] ?? 0) - (words.starts[word] ?? 0) < SHORT) classes[word] = WORD_CLASS.short
    else classes[word] = WORD_CLASS.unknown
  }
  return classes
}

/** Returns the index of a head in `Reading.unusual`, given its first word. */
export function placeOfHead(words: Words, kinds: Uint8Array, word: number): number {
  return (kinds[word] ?? 0) * 2 + ((words.gaps[word] ?? 0) & GAP.emphasis ? 1 : 0)
}

function isUnusual(words: Words, classes: Uint8Array, from: number, to: number): boolean {
  for (let word = from; word < to; word += 1) {
    if (classes[word] === WORD_CLASS.unknown || (words.shapes[word] ?? 0) & (SHAPE.inner | SHAPE.digit))
      return true
  }
  return false
}

/**
 * Collects the words and spans of a text. `lower` is the lower-case text, `language` a primary language subtag (BCP
 * 47). `ordinary` returns true for the hash of a word that is known not to be a name.
 */
export function readText(
  text: string,
  lower: string,
  document: MarkdownDocument,
  language: string | null,
  ordinary: (hash: number) => boolean,
): Reading {
  const words = readWords(text, lower, document)
  const spans = readSpans(words)
  const classes = classify(words, ordinary)
  const kinds = new Uint8Array(words.count)
  const stems = new HashCounts(words.count)
  const endings = new HashCounts(words.count)
  for (let word = 0; word < words.count; word += 1) {
    kinds[word] = KIND_OF_LINE[document.lines[words.lines[word] ?? 0]?.kind ?? 'text']
    if (isNameLike(words.shapes[word] ?? 0)) continue
    const start = words.starts[word] ?? 0
    const end = words.ends[word] ?? 0
    if (end - start >= STEM) stems.add(hashPart(lower, start, STEM))
    if (end - start >= ENDING) endings.add(hashPart(lower, end - ENDING, ENDING))
  }
  const counts = new HashCounts(spans.count)
  const headCounts = new HashCounts(spans.count)
  const heads = new Uint32Array(LINE_KINDS * 2)
  const unusualHeads = new Uint32Array(LINE_KINDS * 2)
  for (let span = 0; span < spans.count; span += 1) {
    const key = spans.keys[span] ?? 0
    const from = spans.from[span] ?? 0
    const to = spans.to[span] ?? 0
    counts.add(key)
    if (!beginsHead(words.gaps[from] ?? 0) || !endsHead(words.gaps[to] ?? 0)) continue
    headCounts.add(key)
    const index = placeOfHead(words, kinds, from)
    heads[index] = (heads[index] ?? 0) + 1
    if (isUnusual(words, classes, from, to)) unusualHeads[index] = (unusualHeads[index] ?? 0) + 1
  }
  const unusual = Uint8Array.from(heads, (all, index) =>
    all < 2 ? 5 : Math.round((4 * (unusualHeads[index] ?? 0)) / all),
  )
  return {
    lower,
    words,
    spans,
    language: languageGroup(language),
    kinds,
    classes,
    counts,
    headCounts,
    stems,
    endings,
    unusual,
  }
}

/** Returns a function that checks whether a filter contains a word. */
export function ordinaryIn(filter: WordFilter): (hash: number) => boolean {
  return (hash) => hasWord(filter, hash)
}
