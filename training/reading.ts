import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { findMentions, prepare } from '../src/extraction/extract.ts'
import type { ReadAnswer } from '../src/extraction/reading/document.ts'
import { type EntityMentions, readFeatures } from '../src/extraction/reading/features.ts'
import { readKindFeatures } from '../src/extraction/reading/kind-features.ts'
import { KINDS, STANCES } from '../src/extraction/reading/labels.ts'
import { compileReadingModel, type ReadingModel, type ReadingTrees } from '../src/extraction/reading/model.ts'
import { placesOf } from '../src/extraction/reading/places.ts'
import { rankCandidates } from '../src/extraction/reading/rank-candidates.ts'
import { readAnswer, readKind } from '../src/extraction/reading/read-answer.ts'
import { readEntity } from '../src/extraction/reading/read-entity.ts'
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
/** Answers about made-up brands, written for training; they are not measured. */
const WRITTEN = 'training/answers'
const WRITTEN_FILES = readdirSync(WRITTEN).map((file) => `${WRITTEN}/${file}`)
/** How often each made statement is shown. */
const STATEMENT_COPIES = 6
const MODEL = 'src/extraction/reading/reading.bin'
const SCORES = 'training/reading-scores.json'
/** Sets whose texts state no licence: they are read, and no model is trained on them. */
const WITHOUT_LICENCE: ReadonlySet<string | undefined> = new Set(['ai_google_overviews', 'ai_dk_dairy'])
const FOLDS = 5

const SHARES = { penalty: 3, rowShare: 0.8, featureShare: 0.4 }
const SETTINGS = {
  stance: { rounds: 40, rate: 0.15, leaves: 10, fewest: 10, ...SHARES },
  rank: { rounds: 80, rate: 0.1, leaves: 10, fewest: 12, ...SHARES },
  kind: { rounds: 20, rate: 0.15, leaves: 5, fewest: 6, ...SHARES },
} as const satisfies Record<keyof ReadingModel, BoostingSettings>

interface PreparedEntity extends EntityMentions {
  entity: LabelledEntity
}

interface PreparedAnswer {
  labelled: LabelledAnswer
  answer: ReadAnswer
  entities: PreparedEntity[]
  /** Entities that were not found. */
  absent: LabelledEntity[]
}

function prepareAnswer(labelled: LabelledAnswer): PreparedAnswer | null {
  const { text } = canonicalText(labelled.text)
  const matcher = prepare(
    labelled.entities.map(({ name, aliases = [] }) => ({ name, aliases: aliases.slice(0, 20) })),
  )
  const { document, blocks, lower, language, mentions, names, statements } = findMentions(matcher, text)
  if (!language) return null
  const entities = labelled.entities.map((entity, index): PreparedEntity => {
    const own = mentions.filter((mention) => mention.entity === index && !mention.denied)
    return {
      entity,
      spans: own,
      scores: own.flatMap(({ score }) => score ?? []),
      ...(statements[index] ?? { better: 0, worse: 0, stated: [] }),
    }
  })
  const found = entities.filter(({ spans }) => spans.length > 0)
  return {
    labelled,
    answer: readAnswer(text, lower, document, blocks, language, names),
    entities: found,
    absent: entities.flatMap(({ entity, spans }) => (spans.length === 0 ? [entity] : [])),
  }
}

function readAnswers(file: string): PreparedAnswer[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const labelled: LabelledAnswer = JSON.parse(line)
    return prepareAnswer(labelled) ?? []
  })
}

/** Made statements, several times, as they are few and certain. */
function readMadeStatements(): PreparedAnswer[] {
  return madeStatements().flatMap(({ text, kind, entities }, index) => {
    const named = entities.map((entity) => ({ ...entity, named: true }))
    const prepared = prepareAnswer({ id: `made-${index}`, lang: 'en', text, kind, entities: named })
    return prepared ? Array.from({ length: STATEMENT_COPIES }, () => prepared) : []
  })
}

/** Made answers, which have forms that are rare among the labelled ones; only the places of their names are labelled. */
function readMadeAnswers(): PreparedAnswer[] {
  return madeAnswers().flatMap(({ entities, ...made }, index) => {
    const named = entities.map((entity) => ({ ...entity, named: true }))
    return prepareAnswer({ ...made, id: `made-answer-${index}`, kind: null, entities: named }) ?? []
  })
}

/** Answers, not names, are what is split: the names of an answer are read from the same text. */
function foldOf({ labelled: { id } }: PreparedAnswer): number {
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

function fit(answers: readonly PreparedAnswer[]): ReadingTrees {
  const entities = answers.flatMap(({ answer, entities }) =>
    entities.map((one) => {
      const places = placesOf(answer, one.spans)
      return { answer, ...one, places, features: readFeatures(answer, places, one) }
    }),
  )
  const stances = entities.flatMap(({ features, entity: { sentiment, strength } }) => {
    const label = STANCES.findIndex(
      (stance) => stance.sentiment === sentiment && stance.strength === strength,
    )
    return label < 0 ? [] : [{ features, label }]
  })
  const places = entities.flatMap(({ answer, places, entity: { rank } }) =>
    rank === 'disputed' || rank === undefined
      ? []
      : rankCandidates(answer, places).map(({ features, rank: place }) => ({
          features,
          label: place === rank ? 1 : 0,
        })),
  )
  // Once each: the copies of made statements are for what they say of names.
  const kinds = [...new Set(answers)].flatMap(({ answer, labelled: { kind } }) =>
    kind ? [{ features: readKindFeatures(answer), label: kind }] : [],
  )
  return {
    stance: fitTrees(rowsOf(stances, [...STANCES.keys()]), SETTINGS.stance),
    rank: fitTrees({ ...rowsOf(places, [0, 1]), classes: 1 }, SETTINGS.rank),
    kind: fitTrees(rowsOf(kinds, KINDS), SETTINGS.kind),
  }
}

const groups = new Map<string, Results>()

/** Records what a model reads of an answer. Decoys and names that are not found need no model. */
function test({ answer, entities, absent, labelled }: PreparedAnswer, model: ReadingModel): void {
  for (const group of groupsOf(labelled)) {
    const results = groups.get(group) ?? { entities: [], kinds: [] }
    groups.set(group, results)
    if (labelled.kind) results.kinds.push([labelled.kind, readKind(answer, model)])
    for (const { entity, ...mentions } of entities) {
      const { label, recommendation } = readEntity(answer, mentions, model)
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

const labelled = FILES.flatMap(readAnswers)
const trained = labelled.filter((one) => !WITHOUT_LICENCE.has(one.labelled.set))
const always = [...WRITTEN_FILES.flatMap(readAnswers), ...readMadeStatements(), ...readMadeAnswers()]
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = compileReadingModel(fit([...trained.filter((one) => foldOf(one) !== fold), ...always]))
  for (const one of labelled) if (foldOf(one) === fold) test(one, model)
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
