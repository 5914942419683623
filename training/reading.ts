import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { analyze, prepare } from '../src/extraction/extract.ts'
import type { AnswerDocument } from '../src/extraction/stance/answer-document.ts'
import { classifyEntity } from '../src/extraction/stance/classify-entity.ts'
import { classifyKind, kindFeatures } from '../src/extraction/stance/classify-kind.ts'
import { entityFeatures } from '../src/extraction/stance/entity-features.ts'
import type { EntityMentions } from '../src/extraction/stance/entity-mentions.ts'
import { KINDS, STANCES } from '../src/extraction/stance/labels.ts'
import { locateMentions } from '../src/extraction/stance/locations.ts'
import { compileStanceModel, type StanceModel, type StanceTrees } from '../src/extraction/stance/model.ts'
import { rankCandidates } from '../src/extraction/stance/rank-candidates.ts'
import { canonicalText } from '../src/extraction/text/canonical-text.ts'
import { packTrees } from '../src/extraction/trees/trees.ts'
import {
  groupsOf,
  type LabelledAnswer,
  type LabelledEntity,
  measureResults,
  type Results,
} from '../test/quality/answer-measures.ts'
import { type BoostingSettings, fitTrees, type Rows } from './boosting.ts'
import { madeAnswers } from './made-answers.ts'
import { madeStatements } from './statements.ts'

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
const FOLDS = 5

const COMMON_SETTINGS = { l2: 3, subsample: 0.8, colsample: 0.4 }
const SETTINGS = {
  stance: { rounds: 40, learningRate: 0.15, leaves: 10, minDataInLeaf: 10, ...COMMON_SETTINGS },
  rank: { rounds: 80, learningRate: 0.1, leaves: 10, minDataInLeaf: 12, ...COMMON_SETTINGS },
  kind: { rounds: 20, learningRate: 0.15, leaves: 5, minDataInLeaf: 6, ...COMMON_SETTINGS },
} as const satisfies Record<keyof StanceModel, BoostingSettings>

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

/**
 * Returns the fold of an answer. Whole answers are assigned to folds, because all names of an answer share its text.
 */
function foldOf({ labeled: { id } }: PreparedAnswer): number {
  return createHash('sha256').update(id).digest().readUInt32LE(0) % FOLDS
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

const groups = new Map<string, Results>()

/** Records the results of a model for an answer. Decoys and names that were not found need no model. */
function test({ answer, entities, absent, labeled }: PreparedAnswer, model: StanceModel): void {
  for (const group of groupsOf(labeled)) {
    const results = groups.get(group) ?? { entities: [], kinds: [] }
    groups.set(group, results)
    if (labeled.kind) results.kinds.push([labeled.kind, classifyKind(answer, model)])
    for (const { entity, ...mentions } of entities) {
      const { label, recommendation } = classifyEntity(answer, mentions, model)
      const { strength, rank } = recommendation
      results.entities.push({ label: entity, found: { mentioned: true, sentiment: label, strength, rank } })
    }
    for (const label of absent) {
      results.entities.push({
        label,
        found: { mentioned: false, sentiment: null, strength: null, rank: null },
      })
    }
  }
}

const labeled = FILES.flatMap(readAnswers)
const trained = labeled.filter((answer) => !UNLICENSED.has(answer.labeled.set))
const always = [...WRITTEN_FILES.flatMap(readAnswers), ...readMadeStatements(), ...readMadeAnswers()]
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = compileStanceModel(fit([...trained.filter((answer) => foldOf(answer) !== fold), ...always]))
  for (const answer of labeled) if (foldOf(answer) === fold) test(answer, model)
  process.stderr.write(`Fold ${fold + 1} of ${FOLDS}\n`)
}
const crossValidated = Object.fromEntries(
  [...groups].map(([group, results]) => [group, measureResults(results)]),
)
const sha256 = Object.fromEntries(
  [...FILES, ...WRITTEN_FILES].map((file) => [
    basename(file, '.jsonl'),
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  ]),
)
const model = fit([...trained, ...always])
const packed = Buffer.concat([model.stance, model.rank, model.kind].map(packTrees))
writeFileSync(MODEL, packed)
writeFileSync(SCORES, `${JSON.stringify({ sha256, crossValidated }, null, 2)}\n`)
process.stdout.write(
  `${JSON.stringify(crossValidated, null, 1)}\n${Math.round(packed.length / 1024)} KB, ${MODEL}\n`,
)
