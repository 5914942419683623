import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'
import { Estimator } from './estimator.ts'
import type { MetricsInput } from './metrics-input.ts'
import { seeded } from './random.ts'
import { rate, sum } from './rates.ts'
import { answer, mention } from './sample-answers.ts'
import {
  chanceOf,
  countOf,
  coverageOf,
  normal,
  SIMULATED_FIGURES,
  type SimulatedFigure,
  type World,
} from './simulated-answers.ts'

const BATCHES = 500
/** Two standard errors of a coverage of 95 % over this many batches. */
const CHANCE = 2 * Math.sqrt((0.05 * 0.95) / BATCHES)
/** Time limit in milliseconds for tests with thousands of intervals on a busy machine. */
const SLOW = 120_000

const PANELS = [5, 10, 50].flatMap((prompts) => [1, 3, 10].map((replicates) => ({ prompts, replicates })))

/**
 * Returns the coverage in every world with these rates. Prompts with several answers are tested with several
 * correlations.
 */
function coverages(
  figure: SimulatedFigure,
  panel: Pick<World, 'prompts' | 'replicates'>,
  rates: readonly number[],
): number[] {
  const correlations = panel.replicates === 1 ? [0.5] : [0, 0.5, 0.9]
  return correlations.flatMap((correlation) =>
    rates.map((rate) => coverageOf(figure, { ...panel, rate, correlation }, BATCHES, 7).covered),
  )
}

test.each(PANELS)(
  'at least 93 % of the intervals of mention rates contain the true rate, for any rate and correlation: %o',
  (panel) => {
    const covered = coverages(SIMULATED_FIGURES.mentionRate, panel, [0.02, 0.05, 0.3, 0.5, 0.9])
    expect(Math.min(...covered)).toBeGreaterThanOrEqual(0.93 - CHANCE)
    expect(sum(covered) / covered.length).toBeLessThanOrEqual(0.99)
  },
  SLOW,
)

const otherMetrics = (
  [
    'shareOfVoice',
    'shareOfMentions',
    'whenMentioned',
    'agreement',
    'positionMean',
    'sentimentMean',
    'prominence',
  ] as const
).flatMap((figure) => [
  { figure, prompts: 10, replicates: 10 },
  { figure, prompts: 50, replicates: 3 },
])

test.each(otherMetrics)(
  'at least 93 % of the intervals of the other metrics contain the true value: %o',
  ({ figure, ...panel }) => {
    const covered = coverages(SIMULATED_FIGURES[figure], panel, [0.1, 0.5, 0.9])
    expect(Math.min(...covered)).toBeGreaterThanOrEqual(0.93 - CHANCE)
  },
  SLOW,
)

/** A world with normally distributed log-odds of the prompts. */
interface NormalWorld {
  prompts: number
  replicates: number
  mean: number
  deviation: number
}

const chanceIn = ({ mean, deviation }: NormalWorld, random: () => number) =>
  1 / (1 + Math.exp(-(mean + deviation * normal(random))))

test.each([
  { prompts: 20, replicates: 5, mean: 0, deviation: 1 },
  { prompts: 20, replicates: 5, mean: -1.5, deviation: 1.5 },
  { prompts: 30, replicates: 10, mean: 0, deviation: 2 },
  { prompts: 50, replicates: 3, mean: 0, deviation: 2 },
  { prompts: 100, replicates: 5, mean: -1.5, deviation: 1.5 },
])(
  'intervals keep their coverage if the prompts follow another distribution than assumed, while intervals for independent answers do not: %o',
  (world) => {
    const random = seeded(1)
    const draws = 100_000
    let total = 0
    for (let draw = 0; draw < draws; draw += 1) total += chanceIn(world, random)
    const truth = () => total / draws
    const answers = Array.from({ length: world.prompts }, () => world.replicates)
    const drawn = (random: () => number) =>
      answers.map((replicates) => countOf(chanceIn(world, random), replicates, random))
    const covered = (draw: SimulatedFigure['draw']) =>
      coverageOf({ truth, draw }, { ...world, rate: 0, correlation: 0 }, BATCHES, 7).covered
    const clustered = covered((_, random) => new Estimator(answers).rate(drawn(random), answers))
    expect(clustered).toBeGreaterThanOrEqual(0.93 - CHANCE)
    expect(clustered).toBeLessThanOrEqual(0.98)
    expect(covered((_, random) => rate(sum(drawn(random)), sum(answers)))).toBeLessThan(0.93)
  },
  SLOW,
)

const ANSWER = answer()
const NAMED = mention({ mentioned: true })
const NOT_NAMED = mention()

/** Returns an answer that mentions these entities. Shares its parts, because the tests create many answers. */
const answerOf = (prompt: number, named: readonly boolean[]) => ({
  ...ANSWER,
  prompt,
  entities: named.map((isNamed) => (isNamed ? NAMED : NOT_NAMED)),
})

/** Simulates a batch; `chances` are the mention rates of its prompts. */
function batchOf(chances: readonly number[], replicates: number, random: () => number): MetricsInput {
  return {
    entities: [{ id: 'brand', name: 'Taskfern' }],
    prompts: chances.map((_, prompt) => ({ text: String(prompt), tags: [], branded: false })),
    answers: chances.flatMap((chance, prompt) =>
      Array.from({ length: replicates }, () => answerOf(prompt, [random() < chance])),
    ),
  }
}

test.each(
  [
    { prompts: 12, replicates: 1 },
    { prompts: 25, replicates: 3 },
    { prompts: 60, replicates: 10 },
  ].flatMap((panel) => [
    { ...panel, rate: 0.05, correlation: 0.8 },
    { ...panel, rate: 0.4, correlation: 0.2 },
    { ...panel, rate: 0.9, correlation: 0.5 },
  ]),
)(
  'at most 5 % of comparisons without a real change have the verdict "moved": %o',
  (world) => {
    const random = seeded(11)
    let alarms = 0
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const chances = Array.from({ length: world.prompts }, () => chanceOf(world, random))
      const [now, before] = [1, 2].map(() => batchOf(chances, world.replicates, random))
      const [brand] = now && before ? changesOf(now, before).entities : []
      if (brand?.mentionRate.verdict === 'moved') alarms += 1
    }
    expect(alarms / BATCHES).toBeLessThanOrEqual(0.05)
  },
  SLOW,
)
