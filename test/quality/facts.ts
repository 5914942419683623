import { existsSync, readFileSync } from 'node:fs'
import { prepare } from '../../src/extraction/extract.ts'
import type { BrandFact, FactVerdict } from '../../src/extraction/facts/brand-fact.ts'
import { checkAnswer, combine, compileFacts } from '../../src/extraction/facts/check.ts'
import { DATA } from './sets.ts'

/** Labeled statements: written ones with a text, and passages or whole answers of a data set without it. */
export const FACT_SETS = ['development', 'held-out', 'whole-answers'] as const
export type FactSet = (typeof FACT_SETS)[number]

type Label = FactVerdict | 'not_mentioned'

/** A statement about a brand with its label for a fact. Offsets are UTF-16 code units. */
interface Statement {
  text?: string
  set?: string
  id?: string
  start?: number
  end?: number
  brand: string
  others?: string[]
  fact: BrandFact
  verdict: Label
}

interface Answer {
  id: string
  text: string
  entities?: { name: string; named: boolean; aliases?: string[] }[]
  targets?: { name: string }[]
}

const answers = new Map<string, Map<string, Answer>>()

/** Returns an answer of a data set; undefined if the data set is absent. */
function answerOf(set: string, id: string): Answer | undefined {
  const path = `${DATA}/${set}.jsonl`
  if (!answers.has(set)) {
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    answers.set(
      set,
      new Map(lines.map((line) => JSON.parse(line)).map((answer: Answer) => [answer.id, answer])),
    )
  }
  return answers.get(set)?.get(id)
}

/** Counts of the predicted verdicts of a kind of fact. */
export interface FactScore {
  statements: number
  correct: number
  /** Predicted and labeled, predicted, labeled. */
  verdicts: Record<'contradicts' | 'supports', { hits: number; predicted: number; labeled: number }>
}

const emptyScore = (): FactScore => ({
  statements: 0,
  correct: 0,
  verdicts: {
    contradicts: { hits: 0, predicted: 0, labeled: 0 },
    supports: { hits: 0, predicted: 0, labeled: 0 },
  },
})

/** Scores the rules by kind of fact and in total (`all`). Passages of absent data sets are left out. */
export function scoreFacts(set: FactSet): Map<string, FactScore> {
  const scores = new Map<string, FactScore>()
  for (const line of readFileSync(`${import.meta.dirname}/facts/${set}.jsonl`, 'utf8')
    .trim()
    .split('\n')) {
    const statement: Statement = JSON.parse(line)
    const predicted = predict(statement)
    if (predicted === null) continue
    for (const kind of [statement.fact.kind, 'all']) {
      const score = scores.get(kind) ?? emptyScore()
      scores.set(kind, score)
      count(score, predicted, statement.verdict)
    }
  }
  return scores
}

function count(score: FactScore, predicted: Label, labeled: Label): void {
  score.statements += 1
  if (predicted === labeled) score.correct += 1
  for (const verdict of ['contradicts', 'supports'] as const) {
    const counts = score.verdicts[verdict]
    if (predicted === verdict) counts.predicted += 1
    if (labeled === verdict) counts.labeled += 1
    if (predicted === verdict && labeled === verdict) counts.hits += 1
  }
}

/** Returns the verdict of the rules, as if they could decide about every kind of fact; null without the text. */
function predict({ text, set = '', id = '', start, end, brand, others, fact }: Statement): Label | null {
  const answer = text === undefined ? answerOf(set, id) : undefined
  const whole = text ?? answer?.text.slice(start, end)
  if (whole === undefined) return null
  const known = others?.map((name) => ({ name, aliases: [] as string[] })) ?? entitiesOf(answer)
  const own = known.find(({ name }) => name === brand)
  const entities = [own ?? { name: brand }, ...known.filter(({ name }) => name !== brand)]
  const { statements } = checkAnswer(prepare(entities), compileFacts([fact]), whole, { trusted: false })
  return combine(statements[0] ?? [])?.verdict ?? 'not_mentioned'
}

function entitiesOf(answer: Answer | undefined): { name: string; aliases: string[] }[] {
  const { entities, targets = [] } = answer ?? {}
  const named: readonly { name: string; aliases?: string[] }[] =
    entities?.filter((entity) => entity.named) ?? targets
  const byName = new Map(named.map(({ name, aliases = [] }) => [name, { name, aliases }]))
  return [...byName.values()]
}

/** Returns the rows of the quality table. */
export function measureFacts(): string[][] {
  return FACT_SETS.flatMap((set) =>
    [...scoreFacts(set)].flatMap(([kind, { statements, verdicts }]) =>
      (['contradicts', 'supports'] as const).flatMap((verdict) => {
        const { hits, predicted, labeled } = verdicts[verdict]
        const share = (total: number) => (total === 0 ? '–' : (hits / total).toFixed(3))
        const name = `facts, ${set} (${statements} statements)`
        if (labeled === 0 && predicted === 0) return []
        return [
          [name, `${kind}: precision of ${verdict}`, `${share(predicted)} (${hits}/${predicted})`, ''],
          ...(set === 'whole-answers'
            ? []
            : [[name, `${kind}: recall of ${verdict}`, `${share(labeled)} (${hits}/${labeled})`, '']]),
        ]
      }),
    ),
  )
}
