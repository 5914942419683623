import { readFileSync } from 'node:fs'
import { scanMarkdown } from '../src/extraction/markdown/markdown.ts'
import type { FoundName } from '../src/extraction/names/mentions.ts'
import type { SentimentLabel } from '../src/extraction/observation.ts'
import { sumOpinions } from '../src/extraction/sentiment/lexicon-score.ts'
import { lexiconScore } from '../src/extraction/sentiment/sentiment.ts'
import {
  emptyFeatures,
  hashSentence,
  nounOf,
  readFeatures,
} from '../src/extraction/sentiment/sentiment-features.ts'
import { readRows, readStretches } from '../src/extraction/sentiment/sentiment-network.ts'
import type { WordRows } from '../src/extraction/sentiment/word-rows.ts'
import { readSentences, type Sentence } from '../src/extraction/text/sentences.ts'
import { lowerCase } from '../src/extraction/text/words.ts'

/** A text with names in it and how it speaks of each. */
export interface LabelledText {
  text: string
  names: FoundName[]
  labels: SentimentLabel[]
}

/** One name in one text, as the linear model sees it. */
export interface Example {
  hashes: Int32Array
  /** How many of them, from the first, come from single words. */
  words: number
  label: SentimentLabel
  weight: number
}

/** One name in a passage, as the network sees it. */
export interface Place {
  stretches: [from: number, to: number][]
  /** The lexicon's, −1…1. */
  opinion: number
  /** Hash of the ordinary noun that it is; 0 for a proper name. */
  noun: number
  label: SentimentLabel
  /** Chances of praise and blame that other networks see, 0…1. */
  taught?: [praise: number, blame: number]
}

/** A sentence with names in it, as the network sees it. */
export interface Passage {
  /** Row of each token in the vocabulary, special rows counted. */
  rows: Int32Array
  places: Place[]
  weight: number
}

/** A text made ready once: its sentences for scoring, its examples and passages for training. */
export interface ReadText extends LabelledText {
  lower: string
  sentences: Sentence[]
  nouns: Int32Array
  examples: Example[]
  passages: Passage[]
  words: number[]
}

interface Row {
  text: string
  targets: { name: string; label: SentimentLabel; start?: number; end?: number }[]
}

/** Reads a labelled set (JSON lines, offsets in code points); targets without an offset are left out. */
export function readSet(path: string): LabelledText[] {
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
      .sort((left, right) => left.start - right.start)
    const apart = placed.filter(({ start }, index) => index === 0 || start >= (placed[index - 1]?.end ?? 0))
    return {
      text,
      names: apart.map(({ start, end }, entity) => ({ entity, start, end })),
      labels: apart.map(({ label }) => label),
    }
  })
}

/** Makes a text ready; words are those of a vocabulary. */
export function readText(labelled: LabelledText, vocabulary: WordRows, weight = 1): ReadText {
  const { text, names, labels } = labelled
  const lower = lowerCase(text)
  const nouns = Int32Array.from(names, ({ start, end }) => nounOf(text.slice(start, end)))
  const sentences = readSentences(text, lower, scanMarkdown(text), names)
  const { sums } = sumOpinions(sentences, names.length)
  const examples: Example[] = []
  const passages: Passage[] = []
  const words: number[] = []
  const features = emptyFeatures()
  for (const sentence of sentences) {
    const hashed = hashSentence(lower, sentence)
    words.push(...hashed.words)
    if (sentence.question || sentence.from === sentence.to) continue
    const passage: Passage = { rows: readRows(vocabulary, lower, sentence, hashed), places: [], weight }
    passages.push(passage)
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
      passage.places.push({ stretches: readStretches(sentence, at), opinion: lexiconScore(sum), noun, label })
    })
  }
  return { ...labelled, lower, sentences, nouns, examples, passages, words }
}
