import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { packModel, type SentimentModel } from '../src/extraction/opinions/sentiment/model.ts'
import type { Network } from '../src/extraction/opinions/sentiment/network.ts'
import { labelOf, scoreNames } from '../src/extraction/opinions/sentiment/sentiment.ts'
import { macroF1, type Pair } from '../test/quality/measure.ts'
import { addSoftLabels } from './distillation.ts'
import { type PreparedText, prepareText, readSet } from './examples.ts'
import { fitLinear, quantize } from './linear.ts'
import { fitNetwork } from './network.ts'
import { phrases } from './phrases.ts'
import { readVectors } from './vectors.ts'

const DATA = process.env.DATA ?? '../shared/data'
const MODEL = 'src/extraction/opinions/sentiment/sentiment.bin'
const SCORES = 'training/scores.json'
const SETS = ['sentfin', 'mams', 'newsmtsc']
const FOLDS = 5
const LINEAR = { epochs: 10, learningRate: 0.15, wordDropout: 0.15, dropout: 0.1 }
const NETWORK = {
  epochs: 8,
  learningRate: 0.002,
  weightDecay: 0.01,
  wordDropout: 0.1,
  dropout: 0.3,
  batchSize: 32,
}
const PHRASE_WEIGHT = 0.3
/** Number of words with a row in the model. */
const WORDS = 40_000

/** Returns the fold of a text. Equal texts are in the same fold, so that test texts never occur in training. */
function foldOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash % FOLDS
}

/** Returns the true and the predicted label of each name. */
function predict(texts: readonly PreparedText[], model: SentimentModel): Pair[] {
  return texts.flatMap(({ lower, sentences, comparisons, nouns, labels }) => {
    const scores = scoreNames({ lower, sentences, comparisons, nouns }, model)
    return labels.map((label, index): Pair => [label, labelOf(scores[index] ?? 0)])
  })
}

const missing = SETS.filter((set) => !existsSync(`${DATA}/${set}/dev.jsonl`))
if (missing.length > 0)
  throw new Error(`Not found in ${DATA}: ${missing.join(', ')}. Set DATA to the folder with the sets.`)

const vocabulary = readVectors(WORDS)
const sets = SETS.map((set) =>
  readSet(`${DATA}/${set}/dev.jsonl`).map((text) => prepareText(text, vocabulary.index)),
)
const made = phrases().map((text) => prepareText(text, vocabulary.index, PHRASE_WEIGHT))

/** Trains both models. If teachers are given, the network is also trained on their soft labels. */
function fit(texts: readonly PreparedText[], teachers: readonly Network[] = []): SentimentModel {
  const all = [...texts, ...made]
  const distilled = teachers.length > 0 ? addSoftLabels(all, teachers) : all
  return { linear: quantize(fitLinear(all, LINEAR)), network: fitNetwork(distilled, vocabulary, NETWORK) }
}

const teachers: Network[] = []
const predictions = sets.map((): Pair[] => [])
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = fit(sets.flatMap((texts) => texts.filter(({ text }) => foldOf(text) !== fold)))
  teachers.push(model.network)
  sets.forEach((texts, index) => {
    predictions[index]?.push(
      ...predict(
        texts.filter(({ text }) => foldOf(text) === fold),
        model,
      ),
    )
  })
  process.stderr.write(`Fold ${fold + 1} of ${FOLDS}\n`)
}
const scores = SETS.map((set, index) => ({
  set,
  /** SHA-256 of the training file. `npm run quality` uses it to detect that it evaluates on training texts. */
  sha256: createHash('sha256')
    .update(readFileSync(`${DATA}/${set}/dev.jsonl`))
    .digest('hex'),
  crossValidated: Math.round(macroF1(predictions[index] ?? []) * 1000) / 1000,
}))
const packed = packModel(fit(sets.flat(), teachers))
writeFileSync(MODEL, packed)
writeFileSync(SCORES, `${JSON.stringify(scores, null, 2)}\n`)
const summary = scores.map(({ set, crossValidated }) => `${set} ${crossValidated}`)
process.stdout.write(`${summary.join(', ')}; ${Math.round(packed.length / 1024)} KB, ${MODEL}\n`)
