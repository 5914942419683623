import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { scanMarkdown } from '../src/extraction/document/markdown.ts'
import { recognizeLanguage } from '../src/extraction/languages/recognize.ts'
import { untrackedNames } from '../src/extraction/names/discovery/discovered.ts'
import { type NameModel, packNameModel } from '../src/extraction/names/discovery/model.ts'
import { recognizeNames } from '../src/extraction/names/discovery/names.ts'
import { lowerCase } from '../src/extraction/text/fold.ts'
import { scoreDiscovery } from '../test/quality/discovery.ts'
import { type NamedAnswer, readNamedAnswers, readNamedAnswersOf } from '../test/quality/named-answers.ts'
import { examplesOf, filterOf, vocabularyOf } from './name-examples.ts'
import { writtenAnswers } from './name-texts.ts'
import { fitNames } from './name-weights.ts'

const MODEL = 'src/extraction/names/discovery/names.bin'
const SCORES = 'training/name-scores.json'
const FOLDS = 5
const SETTINGS = { epochs: 12, learningRate: 0.1, l2: 1e-3 }
/** Sets without a license. They are only evaluated, never used for training. */
const UNLICENSED = new Set(['ai_google_overviews', 'ai_dk_dairy'])

/** Answers about made-up brands, written for training. They are not evaluated. */
const WRITTEN = 'training/answers'

/**
 * Returns the fold of an answer. All answers to a prompt are in the same fold, so that test answers share no prompts
 * with training answers.
 */
function foldOf({ prompt }: NamedAnswer): number {
  return createHash('sha256').update(prompt).digest().readUInt32LE() % FOLDS
}

function fit(licensed: readonly NamedAnswer[]): NameModel {
  const answers = [...licensed, ...written, ...writtenAnswers()]
  const vocabulary = vocabularyOf(answers)
  const examples = answers.map((answer) => examplesOf(answer, vocabulary))
  return {
    names: fitNames(
      examples.flatMap(({ names }) => names),
      SETTINGS,
    ),
    makers: fitNames(
      examples.flatMap(({ makers }) => makers),
      SETTINGS,
    ),
    ordinary: filterOf(vocabulary),
  }
}

const answers = readNamedAnswers()
if (!answers) throw new Error('Labeled answers not found. Set DATA to their folder.')
const written = readdirSync(WRITTEN).flatMap((file) => readNamedAnswersOf(`${WRITTEN}/${file}`))
const licensed = answers.filter(({ set }) => !UNLICENSED.has(set))
const folds = Array.from({ length: FOLDS }, (_, fold) =>
  fit(licensed.filter((answer) => foldOf(answer) !== fold)),
)
const model = fit(licensed)
writeFileSync(MODEL, packNameModel(model))

function namesOf(answer: NamedAnswer) {
  const { text, set } = answer
  const lower = lowerCase(text)
  const used = UNLICENSED.has(set) ? model : folds[foldOf(answer)]
  const document = scanMarkdown(text)
  const recognized = recognizeNames(text, lower, document, recognizeLanguage(lower).code, used)
  return untrackedNames(text, document, recognized, []).names
}

const sets = [...new Set(answers.map(({ set }) => set))].map((set) => ({
  set,
  ...scoreDiscovery(
    answers.filter((answer) => answer.set === set),
    namesOf,
  ),
}))
const scores = [{ set: 'all', ...scoreDiscovery(answers, namesOf) }, ...sets]
writeFileSync(
  SCORES,
  `${JSON.stringify(scores, (_, value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value), 2)}\n`,
)
console.table(scores)
