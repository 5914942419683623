import { existsSync, writeFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { labelOf, scoreNames } from '../src/extraction/sentiment.ts'
import type { SentimentModel } from '../src/extraction/sentiment-model.ts'
import { macroF1, type Pair } from '../test/quality/measure.ts'
import { type ReadText, readSet, readText } from './examples.ts'
import { fitModel, quantise } from './fit.ts'
import { phrases } from './phrases.ts'

const DATA = process.env.DATA ?? '../shared/data'
const TARGET = 'src/extraction/sentiment-weights.ts'
const SETS = ['sentfin', 'mams', 'newsmtsc']
const FOLDS = 5
const SETTINGS = { rounds: 10, rate: 0.15, blind: 0.15, drop: 0.1 }
const PHRASE_WEIGHT = 0.3

/** Texts that are the same stay in one fold, with all their names. */
function foldOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash % FOLDS
}

function judge(texts: readonly ReadText[], model: SentimentModel): Pair[] {
  return texts.flatMap(({ text, lower, sentences, labels }) => {
    const scores = scoreNames({ text, lower, sentences, count: labels.length }, model)
    return labels.map((label, index): Pair => [label, labelOf(scores[index] ?? 0)])
  })
}

const missing = SETS.filter((set) => !existsSync(`${DATA}/${set}/dev.jsonl`))
if (missing.length > 0) throw new Error(`Not found in ${DATA}: ${missing.join(', ')}. DATA names the folder.`)

const sets = SETS.map((set) => readSet(`${DATA}/${set}/dev.jsonl`).map((text) => readText(text)))
const made = phrases().map((text) => readText(text, PHRASE_WEIGHT))
const found = sets.map((): Pair[] => [])
for (let fold = 0; fold < FOLDS; fold += 1) {
  const rest = sets.flatMap((texts) => texts.filter(({ text }) => foldOf(text) !== fold))
  const model = quantise(fitModel([...rest, ...made], SETTINGS))
  sets.forEach((texts, index) => {
    found[index]?.push(
      ...judge(
        texts.filter(({ text }) => foldOf(text) === fold),
        model,
      ),
    )
  })
}
const report = Object.fromEntries(
  SETS.map((set, index) => [set, Math.round(macroF1(found[index] ?? []) * 1000) / 1000]),
)
const model = quantise(fitModel([...sets.flat(), ...made], SETTINGS))
const packed = deflateRawSync(Buffer.concat([Buffer.from(model.weights.buffer), model.known]), { level: 9 })
writeFileSync(
  TARGET,
  `// Made by \`npm run train\`; not written by hand. What it was made from: training/NOTICE.md.

/** A packed linear model (see sentiment-model.ts), and its macro-F1 on each set by ${FOLDS}-fold cross-validation. */
export const SENTIMENT_WEIGHTS = {
  scale: ${model.scale},
  crossValidated: ${JSON.stringify(report).replaceAll('"', '').replaceAll(',', ', ').replaceAll(':', ': ').replace('{', '{ ').replace('}', ' }')},
  packed:
    '${packed.toString('base64')}',
}
`,
)
process.stdout.write(`${JSON.stringify(report)}, ${Math.round(packed.length / 1024)} KB packed, ${TARGET}\n`)
