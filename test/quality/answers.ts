import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extract } from '../../src/extraction/extract.ts'
import type { ReliabilityBin } from '../../training/calibration.ts'
import type { Split } from '../../training/splits.ts'
import type { WorstCase } from '../../training/worst-cases.ts'
import {
  type Figures,
  groupsOf,
  type LabelledAnswer,
  measureResults,
  type Results,
} from './answer-measures.ts'
import { DATA } from './sets.ts'

const FOLDER = `${DATA}/ai_answers_labelled`
const FILES = ['dev', 'languages-dev', 'critical-dev', 'test', 'languages-test', 'critical-test']

interface TrainedAnswers {
  sha256: Record<string, string>
  /** Cross-validated scores by split and group: the model for each answer was trained without its prompt, or its writer. */
  crossValidated: Record<Split, Record<string, Figures>>
  reliability: Record<string, { bins: ReliabilityBin[]; error: number }>
  worst: Record<string, Record<string, WorstCase[]>>
}

const TRAINED: TrainedAnswers = JSON.parse(readFileSync('training/reading-scores.json', 'utf8'))

function addResults({ text, kind, entities }: LabelledAnswer, results: Results): void {
  const extracted = extract({
    text,
    entities: entities.map(({ name, aliases = [] }) => ({ name, aliases: aliases.slice(0, 20) })),
  })
  if (kind) results.kinds.push([kind, extracted.kind])
  entities.forEach((label, index) => {
    const { mentioned = false, sentiment, recommendation } = extracted.entities[index] ?? {}
    results.entities.push({
      label,
      found: {
        mentioned,
        sentiment: sentiment?.label ?? null,
        strength: recommendation?.strength ?? null,
        rank: recommendation?.rank ?? null,
      },
    })
  })
}

function rowsOf(group: string, method: string, figures: Figures): string[][] {
  return Object.entries(figures).map(([measure, value]) => [
    group,
    `${measure.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}, ${method}`,
    measure === 'names' ? String(value) : value.toFixed(3),
    '',
  ])
}

/**
 * Returns table rows with the scores on labeled answers. For training files these are the cross-validated scores,
 * because the model scores too high on answers it was trained on. All other files are measured directly.
 */
export function measureAnswers(): string[][] {
  const rows = Object.entries(TRAINED.crossValidated).flatMap(([split, groups]) =>
    Object.entries(groups).flatMap(([group, figures]) =>
      rowsOf(group, `cross-validated by ${split}`, figures),
    ),
  )
  const groups = new Map<string, Results>()
  for (const file of FILES) {
    const path = `${FOLDER}/${file}.jsonl`
    if (!existsSync(path)) continue
    const content = readFileSync(path)
    if (TRAINED.sha256[file] === createHash('sha256').update(content).digest('hex')) continue
    for (const line of content.toString('utf8').trim().split('\n')) {
      const answer: LabelledAnswer = JSON.parse(line)
      for (const group of groupsOf(answer)) {
        const results = groups.get(group) ?? { entities: [], kinds: [] }
        groups.set(group, results)
        addResults(answer, results)
      }
    }
  }
  return [
    ...rows,
    ...[...groups].flatMap(([group, results]) =>
      rowsOf(group, 'answers not used for training', measureResults(results)),
    ),
  ]
}

/** Returns table rows with the reliability of the probabilities, and the worst predictions of each label. */
export function describePredictions(): string[][] {
  const curves = Object.entries(TRAINED.reliability).flatMap(([measure, { bins, error }]) => [
    [`probability of ${measure}`, 'expected calibration error, cross-validated', error.toFixed(3), ''],
    ...bins.map(({ predictions, probability, right }) => [
      `probability of ${measure}`,
      `right of ${predictions} with probability ${probability.toFixed(2)}`,
      right.toFixed(3),
      '',
    ]),
  ])
  const worst = Object.entries(TRAINED.worst).flatMap(([measure, labels]) =>
    Object.entries(labels).flatMap(([label, cases]) =>
      cases.map(({ answer, name, predicted, probability }) => [
        `worst cases of ${measure}`,
        `${label} read as ${predicted}: ${name === null ? '' : `${name} in `}${answer}`,
        probability.toFixed(3),
        '',
      ]),
    ),
  )
  return [...curves, ...worst]
}
