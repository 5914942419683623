import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { labelOf, scoreNames } from '../src/extraction/sentiment/sentiment.ts'
import { packModel, type SentimentModel } from '../src/extraction/sentiment/sentiment-model.ts'
import type { Network } from '../src/extraction/sentiment/sentiment-network.ts'
import { macroF1, type Pair } from '../test/quality/measure.ts'
import { type ReadText, readSet, readText } from './examples.ts'
import { fitLinear, quantise } from './linear.ts'
import { fitNetwork } from './network.ts'
import { phrases } from './phrases.ts'
import { teach } from './teach.ts'
import { readVectors } from './vectors.ts'

const DATA = process.env.DATA ?? '../shared/data'
const MODEL = 'src/extraction/sentiment/sentiment.bin'
const SCORES = 'training/scores.json'
const SETS = ['sentfin', 'mams', 'newsmtsc']
const FOLDS = 5
const LINEAR = { rounds: 10, rate: 0.15, blind: 0.15, drop: 0.1 }
const NETWORK = { rounds: 8, rate: 0.002, decay: 0.01, blind: 0.1, drop: 0.3, batch: 32 }
const PHRASE_WEIGHT = 0.3
/** Words with a row in the model. */
const WORDS = 40_000

/** Texts that are the same stay in one fold, with all their names. */
function foldOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash % FOLDS
}

function judge(texts: readonly ReadText[], model: SentimentModel): Pair[] {
  return texts.flatMap(({ lower, sentences, nouns, labels }) => {
    const scores = scoreNames({ lower, sentences, nouns }, model)
    return labels.map((label, index): Pair => [label, labelOf(scores[index] ?? 0)])
  })
}

const missing = SETS.filter((set) => !existsSync(`${DATA}/${set}/dev.jsonl`))
if (missing.length > 0) throw new Error(`Not found in ${DATA}: ${missing.join(', ')}. DATA names the folder.`)

const vocabulary = readVectors(WORDS)
const sets = SETS.map((set) =>
  readSet(`${DATA}/${set}/dev.jsonl`).map((text) => readText(text, vocabulary.index)),
)
const made = phrases().map((text) => readText(text, vocabulary.index, PHRASE_WEIGHT))

/** Fits both models; the network learns from the labels, and from other networks when there are some. */
function fit(texts: readonly ReadText[], teachers: readonly Network[] = []): SentimentModel {
  const all = [...texts, ...made]
  const taught = teachers.length > 0 ? teach(all, teachers) : all
  return { linear: quantise(fitLinear(all, LINEAR)), network: fitNetwork(taught, vocabulary, NETWORK) }
}

const teachers: Network[] = []
const found = sets.map((): Pair[] => [])
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = fit(sets.flatMap((texts) => texts.filter(({ text }) => foldOf(text) !== fold)))
  teachers.push(model.network)
  sets.forEach((texts, index) => {
    found[index]?.push(
      ...judge(
        texts.filter(({ text }) => foldOf(text) === fold),
        model,
      ),
    )
  })
  process.stderr.write(`Fold ${fold + 1} of ${FOLDS}\n`)
}
const scores = SETS.map((set, index) => ({
  set,
  /** Of the file trained on: another half of the set is new to the model. */
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
