import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extract } from '../../src/extraction/extract.ts'
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
  /** By group; each answer read by a model that was trained without it. */
  crossValidated: Record<string, Figures>
}

const TRAINED: TrainedAnswers = JSON.parse(readFileSync('training/reading-scores.json', 'utf8'))

function read({ text, kind, entities }: LabelledAnswer, results: Results): void {
  const found = extract({
    text,
    entities: entities.map(({ name, aliases = [] }) => ({ name, aliases: aliases.slice(0, 20) })),
  })
  if (kind) results.kinds.push([kind, found.kind])
  entities.forEach((label, index) => {
    const one = found.entities[index]
    const { mentioned = false, sentiment, recommendation } = one ?? {}
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

function rowsOf(group: string, how: string, figures: Figures): string[][] {
  return Object.entries(figures).map(([measure, value]) => [
    group,
    `${measure.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}, ${how}`,
    measure === 'names' ? String(value) : value.toFixed(3),
    '',
  ])
}

/**
 * Measures of the labelled answers: cross-validated ones, as the answers trained on are read better than others, and those of every
 * file that the model was not trained on.
 */
export function measureAnswers(): string[][] {
  const rows = Object.entries(TRAINED.crossValidated).flatMap(([group, figures]) =>
    rowsOf(group, 'cross-validated by answer', figures),
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
        read(answer, results)
      }
    }
  }
  return [
    ...rows,
    ...[...groups].flatMap(([group, results]) =>
      rowsOf(group, 'answers it was not trained on', measureResults(results)),
    ),
  ]
}
