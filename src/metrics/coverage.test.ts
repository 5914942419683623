import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'
import { type Counts, countByPrompt } from './counts.ts'
import type { Rate } from './definitions.ts'
import { Estimator } from './estimator.ts'
import { MeanCounts } from './mean-counts.ts'
import type { MetricsInput } from './metrics-input.ts'
import { seeded } from './random.ts'
import { clusteredRate, rate, sum } from './rates.ts'
import { resamplingOf } from './resampling.ts'
import { answer, mention } from './sample-answers.ts'

const WORLDS = 1_500
/** Time limit of a test with thousands of bootstraps on a busy machine, in milliseconds. */
const SLOW = 120_000

/** The distribution of a prompt's probability: normal on the log-odds scale. */
interface World {
  prompts: number
  replicates: number
  mean: number
  deviation: number
}

const ANSWER = answer()
const NAMED = mention({ mentioned: true })
const NOT_NAMED = mention()

/** An answer that names these entities. Parts are shared, because millions are created. */
const answerOf = (prompt: number, named: readonly boolean[]) => ({
  ...ANSWER,
  prompt,
  entities: named.map((isNamed) => (isNamed ? NAMED : NOT_NAMED)),
})

const inverseLogit = (x: number) => 1 / (1 + Math.exp(-x))

/** A normally distributed number, by the Box–Muller transform. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

const chanceOf = ({ mean, deviation }: World, random: () => number) =>
  inverseLogit(mean + deviation * normal(random))

function truthOf(world: World): number {
  const random = seeded(1)
  let total = 0
  for (let draw = 0; draw < 200_000; draw += 1) total += chanceOf(world, random)
  return total / 200_000
}

/** The interval for the number of answers per prompt that name the brand, out of the answers per prompt. */
type Interval = (numerators: number[], denominators: number[]) => Rate

/** The share of intervals of each kind that contain the true value, over many simulated batches. */
function coverage<Kind extends string>(
  world: World,
  intervals: Record<Kind, Interval>,
): Record<Kind, number> {
  const random = seeded(7)
  const truth = truthOf(world)
  const holds = ({ low, high }: Rate) => low !== null && high !== null && low <= truth && truth <= high
  const kinds = Object.keys(intervals) as Kind[]
  const covered = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
  const denominators = Array.from({ length: world.prompts }, () => world.replicates)
  for (let draw = 0; draw < WORLDS; draw += 1) {
    const numerators = Array.from({ length: world.prompts }, () => {
      const chance = chanceOf(world, random)
      let named = 0
      for (let answer = 0; answer < world.replicates; answer += 1) if (random() < chance) named += 1
      return named
    })
    for (const kind of kinds) if (holds(intervals[kind](numerators, denominators))) covered[kind] += 1
  }
  for (const kind of kinds) covered[kind] /= WORLDS
  return covered
}

const wilson: Interval = (numerators, denominators) => rate(sum(numerators), sum(denominators))

/** Cached sums of the denominators, which all simulated batches of a test share. */
let known: { denominators: number[]; sums: Float64Array } | undefined

const clustered: Interval = (numerators, denominators) => {
  const resampling = resamplingOf(numerators.length)
  if (known?.denominators !== denominators) known = { denominators, sums: resampling.sums(denominators) }
  const { sums: denominatorSums } = known
  return clusteredRate(numerators, denominators, {
    clusters: numerators.length,
    numerators: (column) => resampling.sums(column),
    denominators: () => denominatorSums,
  })
}

test.each([
  { prompts: 20, replicates: 5, mean: 0, deviation: 1 },
  { prompts: 20, replicates: 5, mean: -1.5, deviation: 1.5 },
  { prompts: 30, replicates: 10, mean: 0, deviation: 2 },
  { prompts: 50, replicates: 3, mean: 0, deviation: 2 },
  { prompts: 100, replicates: 5, mean: -1.5, deviation: 1.5 },
])(
  '93 to 97 of 100 intervals over clustered answers cover the true rate, where Wilson intervals do not: %o',
  (world) => {
    const covered = coverage(world, { clustered, wilson })
    expect(covered.clustered).toBeGreaterThanOrEqual(0.93)
    expect(covered.clustered).toBeLessThanOrEqual(0.97)
    expect(covered.wilson).toBeLessThan(0.93)
  },
  SLOW,
)

test.each([
  { prompts: 30, mean: 0 },
  { prompts: 60, mean: -1.5 },
  { prompts: 200, mean: 1 },
])(
  '93 to 97 of 100 Wilson intervals over one answer per prompt cover the true rate: %o',
  ({ prompts, mean }) => {
    const covered = coverage({ prompts, mean, replicates: 1, deviation: 1 }, { wilson })
    expect(covered.wilson).toBeGreaterThanOrEqual(0.93)
    expect(covered.wilson).toBeLessThanOrEqual(0.97)
  },
  SLOW,
)

/** Share of voice and agreement of one simulated batch: the estimates and the true values. */
const ESTIMATED = {
  shareOfVoice: {
    truth: (chances: readonly number[]) => [chances[0] ?? 0, sum(chances)] as const,
    estimate: ({ voices, entities: [brand] }: Counts) => [brand?.mentioned ?? voices, voices] as const,
  },
  agreement: {
    truth: ([chance = 0]: readonly number[]) => [chance ** 2 + (1 - chance) ** 2, 1] as const,
    estimate: ({ pairs, entities: [brand] }: Counts) => [brand?.agreeing ?? pairs, pairs] as const,
  },
}

test.each([
  { metric: 'shareOfVoice', prompts: 20, replicates: 5 },
  { metric: 'shareOfVoice', prompts: 50, replicates: 10 },
  // Too few replicates for Wilson to fail: each answer names a brand at most once.
  { metric: 'shareOfVoice', prompts: 50, replicates: 3, fails: false },
  { metric: 'shareOfVoice', prompts: 100, replicates: 5 },
  { metric: 'agreement', prompts: 20, replicates: 5 },
  { metric: 'agreement', prompts: 50, replicates: 3 },
  { metric: 'agreement', prompts: 100, replicates: 10 },
] as const)(
  '93 to 97 of 100 intervals of shares of voice and of agreement cover the true value, where Wilson intervals do not: %o',
  ({ metric, prompts, replicates, ...more }) => {
    const { truth, estimate } = ESTIMATED[metric]
    const random = seeded(13)
    const world = { prompts, replicates, mean: -0.5, deviation: 1.5 }
    // Correlated: a prompt that names one brand is more likely to name others.
    const chancesOf = () => {
      const lead = 0.7 * normal(random)
      return Array.from({ length: 4 }, () => chanceOf({ ...world, mean: world.mean + lead }, random))
    }
    const totals = [0, 0]
    for (let draw = 0; draw < 200_000; draw += 1) {
      truth(chancesOf()).forEach((amount, index) => {
        totals[index] = (totals[index] ?? 0) + amount
      })
    }
    const [above = 0, below = 1] = totals
    const holds = ({ low, high }: Rate) =>
      low !== null && high !== null && low <= above / below && above / below <= high
    const covered = { clustered: 0, wilson: 0 }
    for (let draw = 0; draw < WORLDS; draw += 1) {
      const answers = Array.from({ length: prompts }, (_, prompt) => {
        const chances = chancesOf()
        return Array.from({ length: replicates }, () =>
          answerOf(
            prompt,
            chances.map((chance) => random() < chance),
          ),
        )
      }).flat()
      const counts = countByPrompt(answers, 4)
      const [counted, outOf] = estimate(counts)
      if (holds(new Estimator(counts.answers).share(counted, outOf))) covered.clustered += 1
      if (holds(rate(sum(counted), sum(outOf)))) covered.wilson += 1
    }
    expect(covered.clustered / WORLDS).toBeGreaterThanOrEqual(0.93)
    expect(covered.clustered / WORLDS).toBeLessThanOrEqual(0.97)
    if (!('fails' in more)) expect(covered.wilson / WORLDS).toBeLessThan(0.93)
  },
  SLOW,
)

test.each([
  { prompts: 20, replicates: 5 },
  { prompts: 50, replicates: 10 },
  { prompts: 100, replicates: 5 },
])(
  '93 to 97 of 100 intervals of mean positions cover the true mean, where Student’s, over answers, do not: %o',
  ({ prompts, replicates }) => {
    const random = seeded(17)
    const world = { prompts, replicates, mean: 0, deviation: 1.5 }
    // Answers name it in one of three places: one further with a chance that its prompt has, drawn twice.
    const truth = 1 + 2 * truthOf(world)
    const covered = { clustered: 0, independent: 0 }
    for (let draw = 0; draw < WORLDS; draw += 1) {
      const counts = new MeanCounts(prompts)
      for (let prompt = 0; prompt < prompts; prompt += 1) {
        const chance = chanceOf(world, random)
        for (let answer = 0; answer < replicates; answer += 1)
          counts.add(prompt, 1 + (random() < chance ? 1 : 0) + (random() < chance ? 1 : 0), 1)
      }
      const answers = Array.from({ length: prompts }, () => replicates)
      const { low, high } = new Estimator(answers).mean(counts, [1, 3])
      if (low !== null && high !== null && low <= truth && truth <= high) covered.clustered += 1
      const half = 1.97 * (counts.independentError() ?? 0)
      if (Math.abs((counts.mean() ?? 0) - truth) <= half) covered.independent += 1
    }
    expect(covered.clustered / WORLDS).toBeGreaterThanOrEqual(0.93)
    expect(covered.clustered / WORLDS).toBeLessThanOrEqual(0.97)
    expect(covered.independent / WORLDS).toBeLessThan(0.93)
  },
  SLOW,
)

/** One simulated batch whose prompts have these probabilities. */
function batchOf(chances: readonly number[], replicates: number, random: () => number): MetricsInput {
  return {
    entities: [{ id: 'brand', name: 'Taskfern' }],
    prompts: chances.map((_, prompt) => ({ text: String(prompt), tags: [], branded: false })),
    answers: chances.flatMap((chance, prompt) =>
      Array.from({ length: replicates }, () => answerOf(prompt, [random() < chance])),
    ),
  }
}

test.each([
  { prompts: 12, replicates: 1 },
  { prompts: 25, replicates: 3 },
  { prompts: 60, replicates: 5 },
])(
  'at most 5 of 100 comparisons without a real change say "moved": %o',
  ({ prompts, replicates }) => {
    const random = seeded(11)
    const world = { prompts, replicates, mean: -0.5, deviation: 1.5 }
    let alarms = 0
    for (let draw = 0; draw < WORLDS; draw += 1) {
      const chances = Array.from({ length: prompts }, () => chanceOf(world, random))
      const [brand] = changesOf(batchOf(chances, replicates, random), batchOf(chances, replicates, random))
      if (brand?.mentionRate.verdict === 'moved') alarms += 1
    }
    expect(alarms / WORLDS).toBeLessThanOrEqual(0.05)
  },
  SLOW,
)
