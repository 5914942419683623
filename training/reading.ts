import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { analyze, prepare } from '../src/extraction/extract.ts'
import type { AnswerDocument } from '../src/extraction/stance/answer-document.ts'
import { UNCALIBRATED } from '../src/extraction/stance/calibration.ts'
import { classifyEntity } from '../src/extraction/stance/classify-entity.ts'
import { classifyKind, kindFeatures } from '../src/extraction/stance/classify-kind.ts'
import { entityFeatures } from '../src/extraction/stance/entity-features.ts'
import type { EntityMentions } from '../src/extraction/stance/entity-mentions.ts'
import { KINDS, STANCES } from '../src/extraction/stance/labels.ts'
import { locateMentions } from '../src/extraction/stance/locations.ts'
import {
  type CalibratedLabel,
  compileStanceModel,
  ofEachLabel,
  packStanceModel,
  type StanceCalibrations,
  type StanceModel,
  type StanceTrees,
} from '../src/extraction/stance/model.ts'
import { rankCandidates } from '../src/extraction/stance/rank-candidates.ts'
import { canonicalText } from '../src/extraction/text/canonical-text.ts'
import {
  groupsOf,
  type LabelledAnswer,
  type LabelledEntity,
  measureResults,
  type Results,
} from '../test/quality/answer-measures.ts'
import { type BoostingSettings, fitTrees, type Rows } from './boosting.ts'
import { calibrationError, fitCalibration, reliabilityOf } from './calibration.ts'
import { madeAnswers } from './made-answers.ts'
import { drawReliability } from './reliability-picture.ts'
import { partOf, type Split } from './splits.ts'
import { madeStatements } from './statements.ts'
import { type LabelPrediction, worstOf } from './worst-cases.ts'

const DATA = process.env.DATA ?? '../shared/data'
const FOLDER = `${DATA}/ai_answers_labelled`
const FILES = ['dev', 'languages-dev', 'critical-dev'].map((file) => `${FOLDER}/${file}.jsonl`)
/** Answers about made-up brands, written for training. They are not evaluated. */
const WRITTEN = 'training/answers'
const WRITTEN_FILES = readdirSync(WRITTEN).map((file) => `${WRITTEN}/${file}`)
/** Number of copies of each made statement in the training data. */
const STATEMENT_COPIES = 6
const MODEL = 'src/extraction/stance/reading.bin'
const SCORES = 'training/reading-scores.json'
/** Sets without a license. They are only evaluated, never used for training. */
const UNLICENSED: ReadonlySet<string | undefined> = new Set(['ai_google_overviews', 'ai_dk_dairy'])
const PICTURE = 'docs/pictures/reliability.svg'

const COMMON_SETTINGS = { l2: 3, subsample: 0.8, colsample: 0.4 }
const SETTINGS = {
  // Small steps with few features each: trees that fit the answers more closely are worse for writers that they do not know.
  stance: {
    rounds: 60,
    learningRate: 0.08,
    leaves: 10,
    minDataInLeaf: 20,
    l2: 3,
    subsample: 0.7,
    colsample: 0.3,
  },
  rank: { rounds: 80, learningRate: 0.1, leaves: 10, minDataInLeaf: 12, ...COMMON_SETTINGS },
  kind: { rounds: 20, learningRate: 0.15, leaves: 5, minDataInLeaf: 6, ...COMMON_SETTINGS },
} as const satisfies Record<keyof StanceTrees, BoostingSettings>

interface PreparedEntity extends EntityMentions {
  entity: LabelledEntity
}

interface PreparedAnswer {
  labeled: LabelledAnswer
  answer: AnswerDocument
  entities: PreparedEntity[]
  absent: LabelledEntity[]
}

function prepareAnswer(labeled: LabelledAnswer): PreparedAnswer | null {
  const { text } = canonicalText(labeled.text)
  const matcher = prepare(
    labeled.entities.map(({ name, aliases = [] }) => ({ name, aliases: aliases.slice(0, 20) })),
  )
  const { answer, mentions, language } = analyze(matcher, text)
  if (!language.read) return null
  const entities = mentions.flatMap((entityMentions, index): PreparedEntity[] => {
    const entity = labeled.entities[index]
    return entity ? [{ entity, ...entityMentions }] : []
  })
  const mentioned = entities.filter(({ spans }) => spans.length > 0)
  return {
    labeled,
    answer,
    entities: mentioned,
    absent: entities.flatMap(({ entity, spans }) => (spans.length === 0 ? [entity] : [])),
  }
}

function readAnswers(file: string): PreparedAnswer[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const labeled: LabelledAnswer = JSON.parse(line)
    return prepareAnswer(labeled) ?? []
  })
}

/** Returns the made statements in several copies, because they are few but certain. */
function readMadeStatements(): PreparedAnswer[] {
  return madeStatements().flatMap(({ text, kind, entities }, index) => {
    const named = entities.map((entity) => ({ ...entity, named: true }))
    const prepared = prepareAnswer({ id: `made-${index}`, lang: 'en', text, kind, entities: named })
    return prepared ? Array.from({ length: STATEMENT_COPIES }, () => prepared) : []
  })
}

/** Returns made answers in forms that are rare among the labeled ones. Only the ranks of their names are labeled. */
function readMadeAnswers(): PreparedAnswer[] {
  return madeAnswers().flatMap(({ entities, ...made }, index) => {
    const named = entities.map((entity) => ({ ...entity, named: true }))
    return prepareAnswer({ ...made, id: `made-answer-${index}`, kind: null, entities: named }) ?? []
  })
}

function rowsOf<Label>(
  examples: readonly { features: readonly number[] | Float64Array; label: Label }[],
  labels: readonly Label[],
): Rows {
  return {
    features: examples.map(({ features }) => features),
    labels: Int32Array.from(examples, ({ label }) => labels.indexOf(label)),
    classes: labels.length,
  }
}

function fit(answers: readonly PreparedAnswer[]): StanceTrees {
  const entities = answers.flatMap(({ answer, entities }) =>
    entities.map((prepared) => {
      const locations = locateMentions(answer, prepared.spans)
      return { answer, ...prepared, locations, features: entityFeatures(answer, locations, prepared) }
    }),
  )
  const stances = entities.flatMap(({ features, entity: { sentiment, strength } }) => {
    const label = STANCES.findIndex(
      (stance) => stance.sentiment === sentiment && stance.strength === strength,
    )
    return label < 0 ? [] : [{ features, label }]
  })
  const locations = entities.flatMap(({ answer, locations, entity: { rank } }) =>
    rank === 'disputed' || rank === undefined
      ? []
      : rankCandidates(answer, locations).map(({ features, rank: place }) => ({
          features,
          label: place === rank ? 1 : 0,
        })),
  )
  // Use each answer only once: the copies of made statements are only meant for the stance.
  const kinds = [...new Set(answers)].flatMap(({ answer, labeled: { kind } }) =>
    kind ? [{ features: kindFeatures(answer), label: kind }] : [],
  )
  return {
    stance: fitTrees(rowsOf(stances, [...STANCES.keys()]), SETTINGS.stance),
    rank: fitTrees({ ...rowsOf(locations, [0, 1]), classes: 1 }, SETTINGS.rank),
    kind: fitTrees(rowsOf(kinds, KINDS), SETTINGS.kind),
  }
}

type Predictions = Record<CalibratedLabel, LabelPrediction[]>

/** The results of one division of the answers. */
interface CrossValidation {
  groups: Map<string, Results>
  /** Predictions per part. */
  predictions: Predictions[]
}

const NO_CALIBRATIONS: StanceCalibrations = ofEachLabel(() => UNCALIBRATED)
const NOT_FOUND = { mentioned: false, sentiment: null, strength: null, rank: null }

/** Records the results of a model for an answer. Decoys and names that were not found need no model. */
function test(
  { answer, entities, absent, labeled }: PreparedAnswer,
  model: StanceModel,
  groups: CrossValidation['groups'],
): Predictions {
  const predictions: Predictions = ofEachLabel(() => [])
  const found = entities.map(({ entity, ...mentions }) => {
    const { label, probability, recommendation } = classifyEntity(answer, mentions, model)
    const { strength, rank, rankProbability } = recommendation
    const about = { answer: labeled.id, name: entity.name }
    const predict = (
      measure: 'sentiment' | 'strength',
      right: unknown,
      predicted: string,
      probability: number,
    ) => {
      if (typeof right === 'string' && !entity.denied)
        predictions[measure].push({
          ...about,
          label: right,
          predicted,
          probability,
          isRight: right === predicted,
        })
    }
    predict('sentiment', entity.sentiment, label, probability)
    predict('strength', entity.strength, strength ?? '', recommendation.probability ?? 0)
    if (rank !== null && rankProbability !== null && entity.rank !== 'disputed' && entity.rank !== undefined)
      predictions.rank.push({
        ...about,
        label: entity.rank === null ? 'no rank' : 'ranked',
        predicted: String(rank),
        probability: rankProbability,
        isRight: rank === entity.rank,
      })
    return { label: entity, found: { mentioned: true, sentiment: label, strength, rank } }
  })
  const { kind, probability } = classifyKind(answer, model)
  if (labeled.kind)
    predictions.kind.push({
      answer: labeled.id,
      name: null,
      label: labeled.kind,
      predicted: kind,
      probability,
      isRight: kind === labeled.kind,
    })
  for (const group of groupsOf(labeled)) {
    const results = groups.get(group) ?? { entities: [], kinds: [] }
    groups.set(group, results)
    if (labeled.kind) results.kinds.push([labeled.kind, kind])
    results.entities.push(...found, ...absent.map((label) => ({ label, found: NOT_FOUND })))
  }
  return predictions
}

const labeled = FILES.flatMap(readAnswers)
const trained = labeled.filter((answer) => !UNLICENSED.has(answer.labeled.set))
const always = [...WRITTEN_FILES.flatMap(readAnswers), ...readMadeStatements(), ...readMadeAnswers()]

/** Classifies every labeled answer with a model that was trained on the other parts of a division. */
function crossValidate(split: Split): CrossValidation {
  const isIn = (part: string) => (answer: PreparedAnswer) => partOf(split, answer.labeled) === part
  const parts = new Set(labeled.map((answer) => partOf(split, answer.labeled)))
  const groups = new Map<string, Results>()
  const predictions = [...parts].map((part) => {
    const answers = labeled.filter(isIn(part))
    const others = trained.filter((answer) => !isIn(part)(answer))
    const model = compileStanceModel(fit([...others, ...always]), NO_CALIBRATIONS)
    process.stderr.write(`${split} ${part}: ${answers.length} answers\n`)
    const tested = answers.map((answer) => test(answer, model, groups))
    return ofEachLabel((label) => tested.flatMap((predictions) => predictions[label]))
  })
  return { groups, predictions }
}

const validations = { prompt: crossValidate('prompt'), writer: crossValidate('writer') }
const crossValidated = Object.fromEntries(
  Object.entries(validations).map(([split, { groups }]) => [
    split,
    Object.fromEntries([...groups].map(([group, results]) => [group, measureResults(results)])),
  ]),
)
const partsOf = (label: CalibratedLabel) =>
  validations.prompt.predictions.map((predictions) => predictions[label])
const sha256 = Object.fromEntries(
  [...FILES, ...WRITTEN_FILES].map((file) => [
    basename(file, '.jsonl'),
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  ]),
)
const calibrations = ofEachLabel((label) => fitCalibration(partsOf(label).flat()))
const packed = packStanceModel(fit([...trained, ...always]), calibrations)
writeFileSync(MODEL, packed)
const reliability = ofEachLabel((label) => {
  const bins = reliabilityOf(partsOf(label))
  return { bins, error: calibrationError(bins) }
})
const worst = ofEachLabel((label) => worstOf(partsOf(label).flat()))
writeFileSync(SCORES, `${JSON.stringify({ sha256, crossValidated, reliability, worst }, null, 2)}\n`)
writeFileSync(PICTURE, drawReliability(reliability))
process.stdout.write(
  `${JSON.stringify(crossValidated, null, 1)}\n${Math.round(packed.length / 1024)} KB, ${MODEL}\n`,
)
