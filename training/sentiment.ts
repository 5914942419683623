import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { packModel, type SentimentModel } from '../src/extraction/sentiment/model.ts'
import type { Network } from '../src/extraction/sentiment/network.ts'
import { labelOf, scoreNames } from '../src/extraction/sentiment/sentiment.ts'
import { macroF1, type Pair } from '../test/quality/measure.ts'
import { addSoftLabels } from './distillation.ts'
import { type PreparedText, prepareText, readSet } from './examples.ts'
import { fitLinear, quantise } from './linear.ts'
import { fitNetwork } from './network.ts'
import { phrases } from './phrases.ts'
import { readVectors } from './vectors.ts'

const DATA = process.env.DATA ?? '../shared/data'
const MODEL = 'src/extraction/sentiment/sentiment.bin'
const SCORES = 'training/scores.json'
const SETS = ['sentfin', 'mams', 'newsmtsc']
const FOLDS = 5
const LINEAR = { rounds: 10, rate: 0.15, wordDropout: 0.15, dropout: 0.1 }
const NETWORK = { rounds: 8, rate: 0.002, decay: 0.01, wordDropout: 0.1, dropout: 0.3, batch: 32 }
const PHRASE_WEIGHT = 0.3
/** Number of words that have a row in the model. */
const WORDS = 40_000

/** Fold of a text. Equal texts are in the same fold, so that no test text is known from training. */
function foldOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash % FOLDS
}

/** The label of each name and the one that a model predicts. */
function predict(texts: readonly PreparedText[], model: SentimentModel): Pair[] {
  return texts.flatMap(({ lower, sentences, comparisons, nouns, labels }) => {
    const scores = scoreNames({ lower, sentences, comparisons, nouns }, model)
    return labels.map((label, index): Pair => [label, labelOf(scores[index] ?? 0)])
  })
}

const missing = SETS.filter((set) => !existsSync(`${DATA}/${set}/dev.jsonl`))
if (missing.length > 0) throw new Error(`Not found in ${DATA}: ${missing.join(', ')}. DATA names the folder.`)

const vocabulary = readVectors(WORDS)
const sets = SETS.map((set) =>
  readSet(`${DATA}/${set}/dev.jsonl`).map((text) => prepareText(text, vocabulary.index)),
)
const made = phrases().map((text) => prepareText(text, vocabulary.index, PHRASE_WEIGHT))

/** Trains both models. When other networks are given, the network is trained on their soft labels too. */
function fit(texts: readonly PreparedText[], teachers: readonly Network[] = []): SentimentModel {
  const all = [...texts, ...made]
  const distilled = teachers.length > 0 ? addSoftLabels(all, teachers) : all
  return { linear: quantise(fitLinear(all, LINEAR)), network: fitNetwork(distilled, vocabulary, NETWORK) }
}

const teachers: Network[] = []
const found = sets.map((): Pair[] => [])
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = fit(sets.flatMap((texts) => texts.filter(({ text }) => foldOf(text) !== fold)))
  teachers.push(model.network)
  sets.forEach((texts, index) => {
    found[index]?.push(
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
  /** Digest of the file trained on, by which `npm run quality` knows whether it measures on training texts. */
  sha256: createHash('sha256')
    .update(readFileSync(`${DATA}/${set}/dev.jsonl`))
    .digest('hex'),
  crossValidated: Math.round(macroF1(found[index] ?? []) * 1000) / 1000,
}))
const packed = packModel(fit(sets.flat(), teachers))
writeFileSync(MODEL, packed)
writeFileSync(SCORES, `${JSON.stringify(scores, null, 2)}\n`)
const figures = scores.map(({ set, crossValidated }) => `${set} ${crossValidated}`)
process.stdout.write(`${figures.join(', ')}; ${Math.round(packed.length / 1024)} KB, ${MODEL}\n`)
