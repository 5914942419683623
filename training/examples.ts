import { readFileSync } from 'node:fs'
import { sumOpinions } from '../src/extraction/lexicon-score.ts'
import { scanMarkdown } from '../src/extraction/markdown.ts'
import type { FoundName } from '../src/extraction/mentions.ts'
import type { SentimentLabel } from '../src/extraction/observation.ts'
import { readSentences, type Sentence } from '../src/extraction/sentences.ts'
import { eachName } from '../src/extraction/sentiment.ts'
import { emptyFeatures, hashSentence } from '../src/extraction/sentiment-features.ts'
import { lowerCase } from '../src/extraction/words.ts'

/** A text with names in it and how it speaks of each. */
export interface LabelledText {
  text: string
  names: FoundName[]
  labels: SentimentLabel[]
}

/** One name in one text, as the trainer sees it. */
export interface Example {
  hashes: Int32Array
  /** How many of them, from the first, come from single words. */
  words: number
  label: SentimentLabel
  weight: number
}

/** A text made ready once: its sentences for scoring, its examples for training. */
export interface ReadText extends LabelledText {
  lower: string
  sentences: Sentence[]
  examples: Example[]
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

/** Sentences, examples and words of a text. */
export function readText(labelled: LabelledText, weight = 1): ReadText {
  const { text, names, labels } = labelled
  const lower = lowerCase(text)
  const sentences = readSentences(text, lower, scanMarkdown(text), names)
  const { sums } = sumOpinions(sentences, names.length)
  const examples: Example[] = []
  const words: number[] = []
  const features = emptyFeatures()
  for (const sentence of sentences) {
    const hashed = hashSentence(lower, sentence)
    words.push(...hashed.words)
    if (sentence.question) continue
    eachName(lower, text, sentence, sums, hashed, features, (name) => {
      const label = labels[name]
      if (label)
        examples.push({
          hashes: features.hashes.slice(0, features.count),
          words: features.words,
          label,
          weight,
        })
    })
  }
  return { ...labelled, lower, sentences, examples, words }
}
