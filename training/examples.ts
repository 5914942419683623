import { readFileSync } from 'node:fs'
import { scanMarkdown } from '../src/extraction/document/markdown.ts'
import type { MentionSentimentLabel } from '../src/extraction/foundation/observation.ts'
import type { FoundName } from '../src/extraction/names/mentions.ts'
import { type Comparison, findComparisons } from '../src/extraction/opinions/comparison/comparison.ts'
import {
  createFeatures,
  hashSentence,
  nounOf,
  readFeatures,
} from '../src/extraction/opinions/sentiment/features.ts'
import { sumOpinions } from '../src/extraction/opinions/sentiment/lexicon-score.ts'
import { poolingRanges, readRows } from '../src/extraction/opinions/sentiment/network.ts'
import { lexiconScore } from '../src/extraction/opinions/sentiment/sentiment.ts'
import { readSentences, type Sentence } from '../src/extraction/sentences/sentences.ts'
import { lowerCase } from '../src/extraction/text/fold.ts'
import type { WordIndex } from '../src/extraction/text/word-index.ts'

/** A text with names and the sentiment towards each name. Offsets are UTF-16 code units. */
export interface LabeledText {
  text: string
  names: FoundName[]
  labels: MentionSentimentLabel[]
}

/** A training example of the linear model: one name in a text. */
export interface Example {
  hashes: Int32Array
  /** Number of word features, which come first. */
  words: number
  label: MentionSentimentLabel
  weight: number
}

/** A training example of the network: one name in a sentence. */
export interface Target {
  ranges: [from: number, to: number][]
  /** Opinion according to the lexicon, −1…1. */
  opinion: number
  /** Hash of the common noun, or 0 for a proper name. */
  noun: number
  label: MentionSentimentLabel
  /** Probabilities from other networks, 0…1. */
  softLabel?: [positive: number, negative: number]
}

/** Training data of the network: a sentence and its targets. */
export interface TargetSentence {
  /** Row of each token in the vocabulary, including special rows. */
  rows: Int32Array
  targets: Target[]
  weight: number
}

/** A text and everything derived from it: sentences for scoring, examples and target sentences for training. */
export interface PreparedText extends LabeledText {
  lower: string
  sentences: Sentence[]
  comparisons: Comparison[]
  nouns: Int32Array
  examples: Example[]
  targetSentences: TargetSentence[]
  words: number[]
}

interface Row {
  text: string
  targets: { name: string; label: MentionSentimentLabel; start?: number; end?: number }[]
}

/** Reads a labeled set (JSON lines, offsets in code points). Targets without an offset are skipped. */
export function readSet(path: string): LabeledText[] {
  const rows: Row[] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return rows.map(({ text, targets }) => {
    const units = Array.from(text)
    const offset = (points: number) => units.slice(0, points).join('').length
    const placed = targets
      .flatMap(({ label, start, end }) =>
        start === undefined || end === undefined ? [] : [{ label, start: offset(start), end: offset(end) }],
      )
      .sort((a, b) => a.start - b.start)
    const apart = placed.filter(({ start }, index) => index === 0 || start >= (placed[index - 1]?.end ?? 0))
    return {
      text,
      names: apart.map(({ start, end }, entity) => ({ entity, start, end })),
      labels: apart.map(({ label }) => label),
    }
  })
}

/** Prepares a text for training and scoring. `weight` is the weight of its examples in the loss. */
export function prepareText(labeled: LabeledText, vocabulary: WordIndex, weight = 1): PreparedText {
  const { text, names, labels } = labeled
  const lower = lowerCase(text)
  const nouns = Int32Array.from(names, ({ start, end }) => nounOf(text.slice(start, end)))
  const sentences = readSentences(text, lower, scanMarkdown(text), names)
  const comparisons = findComparisons(sentences, (name) => names[name]?.entity ?? -1)
  const { sums } = sumOpinions(sentences, comparisons, names.length)
  const examples: Example[] = []
  const targetSentences: TargetSentence[] = []
  const words: number[] = []
  const features = createFeatures()
  for (const sentence of sentences) {
    const hashed = hashSentence(lower, sentence)
    words.push(...hashed.words)
    if (sentence.question || sentence.from === sentence.to) continue
    const targetSentence: TargetSentence = {
      rows: readRows(vocabulary, lower, sentence, hashed),
      targets: [],
      weight,
    }
    targetSentences.push(targetSentence)
    sentence.tokens.forEach(({ name }, at) => {
      const label = labels[name]
      if (!label) return
      const noun = nouns[name] ?? 0
      const sum = sums[name] ?? 0
      readFeatures(sentence, hashed, at, sum, noun, features)
      examples.push({
        hashes: features.hashes.slice(0, features.count),
        words: features.words,
        label,
        weight,
      })
      targetSentence.targets.push({
        ranges: poolingRanges(sentence, at),
        opinion: lexiconScore(sum),
        noun,
        label,
      })
    })
  }
  return { ...labeled, lower, sentences, comparisons, nouns, examples, targetSentences, words }
}
