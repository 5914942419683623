import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  OPINION_COUNT,
  OPINIONS,
  type OpinionModel,
  packOpinionModel,
} from '../src/extraction/opinions/model.ts'
import { readOpinions } from '../src/extraction/opinions/opinions.ts'
import { eachPhrase } from '../src/extraction/opinions/phrases.ts'
import { canonicalText } from '../src/extraction/text/canonical-text.ts'
import { lowerCase } from '../src/extraction/text/fold.ts'
import { indexWords, rowOf, type WordIndex } from '../src/extraction/text/word-index.ts'
import { seeded, shuffle } from './random.ts'

const FOLDER = 'training/passages'
const MODEL = 'src/extraction/opinions/opinions.bin'
const SCORES = 'training/opinion-scores.json'
const FOLDS = 5
const EPOCHS = 12
const LEARNING_RATE = 0.3
/** Dropout rate of the phrases in a passage. */
const DROPOUT = 0.2
/** Minimum number of passages that contain a phrase. */
const MIN_PASSAGES = 2

interface LabeledPassage {
  file: string
  lower: string
  /** Whether the passage has each of `OPINIONS`. */
  labels: readonly boolean[]
}

function readPassages(file: string): LabeledPassage[] {
  const lines = readFileSync(`${FOLDER}/${file}`, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [opinion, advice, text = ''] = line.split('\t')
    const labels = [
      opinion === 'praise' || opinion === 'mixed',
      opinion === 'fault' || opinion === 'mixed',
      advice === 'for',
      advice === 'against',
    ]
    return { file, lower: lowerCase(canonicalText(text).text), labels }
  })
}

function hashesOf(lower: string): Int32Array {
  const hashes: number[] = []
  eachPhrase(lower, 0, lower.length, (hash) => hashes.push(hash))
  return Int32Array.from(hashes)
}

/** Creates the index of all phrases that occur in enough passages. */
function indexOf(hashed: readonly Int32Array[]): WordIndex {
  const counts = new Map<number, number>()
  for (const hashes of hashed)
    for (const hash of new Set(hashes)) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const frequent = [...counts].filter(([, count]) => count >= MIN_PASSAGES)
  return indexWords(Int32Array.from(frequent, ([hash]) => hash))
}

/**
 * Fits logistic regressions with Adagrad (Duchi, Hazan & Singer 2011) over shuffled passages, with dropout of phrases.
 */
function fit(passages: readonly LabeledPassage[]): OpinionModel {
  const hashed = passages.map(({ lower }) => hashesOf(lower))
  const index = indexOf(hashed)
  const rows = hashed.map((hashes) => hashes.map((hash) => rowOf(index, hash)).filter((row) => row >= 0))
  const weights = new Float32Array(index.hashes.length * OPINION_COUNT)
  const history = new Float32Array(weights.length).fill(1e-3)
  const biases = new Float64Array(OPINION_COUNT)
  const biasHistory = new Float64Array(OPINION_COUNT).fill(1)
  const order = Int32Array.from(passages, (_, at) => at)
  const random = seeded(5)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random)
    for (const which of order) {
      const shown = (rows[which] ?? new Int32Array()).filter(() => random() >= DROPOUT)
      const share = 1 / Math.sqrt(Math.max(1, shown.length))
      for (let opinion = 0; opinion < OPINION_COUNT; opinion += 1) {
        let logit = biases[opinion] ?? 0
        for (const row of shown) logit += share * (weights[row * OPINION_COUNT + opinion] ?? 0)
        const error = 1 / (1 + Math.exp(-logit)) - (passages[which]?.labels[opinion] ? 1 : 0)
        biasHistory[opinion] = (biasHistory[opinion] ?? 0) + error * error
        biases[opinion] =
          (biases[opinion] ?? 0) - (LEARNING_RATE * error) / Math.sqrt(biasHistory[opinion] ?? 1)
        for (const row of shown) {
          const at = row * OPINION_COUNT + opinion
          const gradient = share * error
          history[at] = (history[at] ?? 0) + gradient * gradient
          weights[at] = (weights[at] ?? 0) - (LEARNING_RATE * gradient) / Math.sqrt(history[at] ?? 1)
        }
      }
    }
  }
  return quantize({ phrases: index, weights, scale: 1, biases })
}

/** Quantizes the weights to signed bytes, clipping the largest 0.05 %. */
function quantize(model: OpinionModel): OpinionModel {
  const sizes = Float32Array.from(model.weights, Math.abs).sort()
  const scale = (sizes[Math.floor(sizes.length * 0.9995)] ?? 1) / 127
  const weights = Int8Array.from(model.weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / scale))),
  )
  return { ...model, weights, scale }
}

/**
 * Returns the area under the ROC curve: the probability that a passage with the opinion scores higher than one without
 * it.
 */
function areaUnderCurve(pairs: readonly (readonly [probability: number, holds: boolean])[]): number {
  const sorted = [...pairs].sort(([a], [b]) => a - b)
  let below = 0
  let sum = 0
  let holding = 0
  for (const [, holds] of sorted) {
    if (holds) {
      holding += 1
      sum += below
    } else below += 1
  }
  return sum / Math.max(1, holding * below)
}

/** Predictions of the opinions of passages: one list of pairs per opinion. */
type Predictions = [probability: number, holds: boolean][][]

function scoresOf(predictions: Predictions) {
  const rounded = (value: number) => Math.round(value * 1000) / 1000
  return OPINIONS.map((opinion, index) => {
    const pairs = predictions[index] ?? []
    const correct = pairs.filter(([probability, holds]) => probability > 0.5 === holds).length
    return { opinion, ranking: rounded(areaUnderCurve(pairs)), accuracy: rounded(correct / pairs.length) }
  })
}

const files = readdirSync(FOLDER).sort()
const all = files.flatMap(readPassages)
const languages = new Map<string, { passages: number; predictions: Predictions }>()
for (let fold = 0; fold < FOLDS; fold += 1) {
  const tested = new Set(files.filter((_, index) => index % FOLDS === fold))
  const model = fit(all.filter(({ file }) => !tested.has(file)))
  for (const { file, lower, labels } of all) {
    if (!tested.has(file)) continue
    const [language = ''] = file.split('-')
    const tally = languages.get(language) ?? { passages: 0, predictions: OPINIONS.map(() => []) }
    languages.set(language, tally)
    tally.passages += 1
    const { passages } = readOpinions(lower, [{ start: 0, end: lower.length }], model)
    for (const [opinion, holds] of labels.entries())
      tally.predictions[opinion]?.push([passages[opinion] ?? 0, holds])
  }
}
const scores = Object.fromEntries(
  [...languages].map(([language, { passages, predictions }]) => [
    language,
    { passages, scores: scoresOf(predictions) },
  ]),
)
const packed = packOpinionModel(fit(all))
writeFileSync(MODEL, packed)
writeFileSync(SCORES, `${JSON.stringify({ passages: all.length, scores }, null, 2)}\n`)
process.stdout.write(`${JSON.stringify(scores, null, 1)}\n`)
process.stdout.write(`${all.length} passages, ${Math.round(packed.length / 1024)} KB, ${MODEL}\n`)
