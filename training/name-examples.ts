import { scanMarkdown } from '../src/extraction/document/markdown.ts'
import type { Span } from '../src/extraction/foundation/observation.ts'
import { recognizeLanguage } from '../src/extraction/languages/recognize.ts'
import { features, readMakerFeatures, readNameFeatures } from '../src/extraction/names/discovery/features.ts'
import { countMakers, makerKeys } from '../src/extraction/names/discovery/names.ts'
import { type Reading, readText } from '../src/extraction/names/discovery/recognition.ts'
import { isNameLike } from '../src/extraction/names/discovery/spans.ts'
import { addWord, type WordFilter } from '../src/extraction/names/discovery/vocabulary.ts'
import { lowerCase } from '../src/extraction/text/fold.ts'
import type { NamedAnswer } from '../test/quality/named-answers.ts'
import type { NameExample } from './name-weights.ts'

const FILTER_BYTES = 1 << 15

/**
 * Prompts of the answers that contain an ordinary word, by word hash. Ordinary words are in lower case and not part of
 * a name.
 */
export type Vocabulary = ReadonlyMap<number, ReadonlySet<string>>

function read(answer: NamedAnswer, ordinary: (hash: number) => boolean): Reading {
  const lower = lowerCase(answer.text)
  return readText(answer.text, lower, scanMarkdown(answer.text), recognizeLanguage(lower).code, ordinary)
}

/** Collects the ordinary words in answers. */
export function vocabularyOf(answers: readonly NamedAnswer[]): Vocabulary {
  const vocabulary = new Map<number, Set<string>>()
  for (const answer of answers) {
    const { words } = read(answer, () => false)
    const named = new Set<number>()
    for (let word = 0; word < words.count; word += 1) {
      const start = words.starts[word] ?? 0
      const end = words.ends[word] ?? 0
      if (answer.spans.some((span) => span.start < end && span.end > start))
        named.add(words.hashes[word] ?? 0)
    }
    for (let word = 0; word < words.count; word += 1) {
      const hash = words.hashes[word] ?? 0
      if (named.has(hash) || isNameLike(words.shapes[word] ?? 0)) continue
      const prompts = vocabulary.get(hash) ?? new Set()
      vocabulary.set(hash, prompts.add(answer.prompt))
    }
  }
  return vocabulary
}

/** Creates the filter of all words in a vocabulary. */
export function filterOf(vocabulary: Vocabulary): WordFilter {
  const filter = new Uint8Array(FILTER_BYTES)
  for (const hash of vocabulary.keys()) addWord(filter, hash)
  return filter
}

/** Prepares a training answer like an unseen one: a word is ordinary only if answers to other prompts contain it. */
function readAsUnseen(answer: NamedAnswer, vocabulary: Vocabulary): Reading {
  return read(answer, (hash) => {
    const prompts = vocabulary.get(hash)
    return prompts !== undefined && (prompts.size > 1 || !prompts.has(answer.prompt))
  })
}

function isLabeled({ text, spans }: NamedAnswer, { start, end }: Span): Span | undefined {
  return spans.find(
    (span) =>
      span.start === start &&
      (span.end === end || (span.end === end + 2 && /^['’]s/.test(text.slice(end, end + 2)))),
  )
}

function spanOf({ words }: Reading, from: number, to: number): Span {
  return { start: words.starts[from] ?? 0, end: words.ends[to - 1] ?? 0 }
}

/**
 * Returns the examples in one answer: its spans, and the first words of its names as possible makers. Names inside
 * other names are skipped.
 */
export function examplesOf(
  answer: NamedAnswer,
  vocabulary: Vocabulary,
): { names: NameExample[]; makers: NameExample[] } {
  const reading = readAsUnseen(answer, vocabulary)
  const { spans } = reading
  const names: NameExample[] = []
  const makers: NameExample[] = []
  const labeled: number[] = []
  for (let index = 0; index < spans.count; index += 1) {
    const span = spanOf(reading, spans.from[index] ?? 0, spans.to[index] ?? 0)
    if (span.start > answer.labelledTo) continue
    const label = isLabeled(answer, span)
    const inside =
      label &&
      answer.spans.some(
        ({ start, end }) => start <= label.start && end >= label.end && end - start > label.end - label.start,
      )
    if (inside) continue
    if (label) labeled.push(index)
    readNameFeatures(reading, index)
    names.push({ features: features.indices.slice(0, features.count), isName: label !== undefined })
  }
  const { alone, products } = countMakers(reading, labeled)
  for (const index of labeled) {
    const from = spans.from[index] ?? 0
    const to = spans.to[index] ?? 0
    makerKeys(reading, index).forEach((key, at) => {
      const makerEnd = from + at + 1
      const counts = { alone: alone.get(key) ?? 0, products: products.get(key)?.size ?? 0 }
      readMakerFeatures(reading, { from, makerEnd, to, key, ...counts })
      const isName = isLabeled(answer, spanOf(reading, from, makerEnd)) !== undefined
      makers.push({ features: features.indices.slice(0, features.count), isName })
    })
  }
  return { names, makers }
}
