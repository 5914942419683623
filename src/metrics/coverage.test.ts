import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { Estimator } from './estimator.ts'
import type { MeasuredBatch } from './measured.ts'
import { seeded } from './random.ts'
import { clusteredRate, type Rate, rate, sum } from './rates.ts'
import { resamplingOf } from './resampling.ts'
import { answer, mention } from './sample-answers.ts'
import { type Tally, tallyByPrompt } from './tally.ts'

const WORLDS = 1_500
/** Milliseconds that thousands of bootstraps may take on a machine that is busy. */
const SLOW = 120_000

/** What the chance of a prompt is drawn from: a normal on the scale of log odds. */
interface World {
  prompts: number
  replicates: number
  mean: number
  deviation: number
}

const inverseLogit = (x: number) => 1 / (1 + Math.exp(-x))

/** Normal by Box and Muller. */
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

/** How often intervals hold the truth, over many worlds drawn alike. */
function coverage(world: World): { clustered: number; wilson: number } {
  const random = seeded(7)
  const truth = truthOf(world)
  const holds = ({ low, high }: Rate) => low !== null && high !== null && low <= truth && truth <= high
  const covered = { clustered: 0, wilson: 0 }
  for (let draw = 0; draw < WORLDS; draw += 1) {
    const numerators = Array.from({ length: world.prompts }, () => {
      const chance = chanceOf(world, random)
      let named = 0
      for (let answer = 0; answer < world.replicates; answer += 1) if (random() < chance) named += 1
      return named
    })
    const denominators = numerators.map(() => world.replicates)
    if (holds(clusteredRate(numerators, denominators, resamplingOf(world.prompts)))) covered.clustered += 1
    if (holds(rate(sum(numerators), sum(denominators)))) covered.wilson += 1
  }
  return { clustered: covered.clustered / WORLDS, wilson: covered.wilson / WORLDS }
}

test.each([
  { prompts: 20, replicates: 5, mean: 0, deviation: 1 },
  { prompts: 20, replicates: 5, mean: -1.5, deviation: 1.5 },
  { prompts: 30, replicates: 10, mean: 0, deviation: 2 },
  { prompts: 50, replicates: 3, mean: 0, deviation: 2 },
  { prompts: 100, replicates: 5, mean: -1.5, deviation: 1.5 },
])(
  'of clustered answers 93 to 97 of 100 intervals hold the truth, where those of Wilson fail: %o',
  (world) => {
    const { clustered, wilson } = coverage(world)
    expect(clustered).toBeGreaterThanOrEqual(0.93)
    expect(clustered).toBeLessThanOrEqual(0.97)
    expect(wilson).toBeLessThan(0.93)
  },
  SLOW,
)

test.each([
  { prompts: 30, mean: 0 },
  { prompts: 60, mean: -1.5 },
  { prompts: 200, mean: 1 },
])(
  'of one answer per prompt 93 to 97 of 100 Wilson intervals hold the truth: %o',
  ({ prompts, mean }) => {
    const { wilson } = coverage({ prompts, mean, replicates: 1, deviation: 1 })
    expect(wilson).toBeGreaterThanOrEqual(0.93)
    expect(wilson).toBeLessThanOrEqual(0.97)
  },
  SLOW,
)

/** Shares of answers with several brands, and of pairs of replicates, of one world: what is estimated, and what is true. */
const ESTIMATED = {
  shareOfVoice: {
    truth: (chances: readonly number[]) => [chances[0] ?? 0, sum(chances)] as const,
    estimate: ({ voices, entities: [brand] }: Tally) => [brand?.mentioned ?? voices, voices] as const,
  },
  agreement: {
    truth: ([chance = 0]: readonly number[]) => [chance ** 2 + (1 - chance) ** 2, 1] as const,
    estimate: ({ pairs, entities: [brand] }: Tally) => [brand?.agreeing ?? pairs, pairs] as const,
  },
}

test.each([
  { metric: 'shareOfVoice', prompts: 20, replicates: 5 },
  { metric: 'shareOfVoice', prompts: 50, replicates: 10 },
  // Too few replicates for Wilson to fail: a brand has at most one vote an answer.
  { metric: 'shareOfVoice', prompts: 50, replicates: 3, fails: false },
  { metric: 'shareOfVoice', prompts: 100, replicates: 5 },
  { metric: 'agreement', prompts: 20, replicates: 5 },
  { metric: 'agreement', prompts: 50, replicates: 3 },
  { metric: 'agreement', prompts: 100, replicates: 10 },
] as const)(
  'of shares of voice and of agreements 93 to 97 of 100 intervals hold the truth, where those of Wilson fail: %o',
  ({ metric, prompts, replicates, ...more }) => {
    const { truth, estimate } = ESTIMATED[metric]
    const random = seeded(13)
    const world = { prompts, replicates, mean: -0.5, deviation: 1.5 }
    // A question that one brand is an answer to is more likely one that others are.
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
          answer({ prompt, entities: chances.map((chance) => mention({ mentioned: random() < chance })) }),
        )
      }).flat()
      const tally = tallyByPrompt(answers, 4)
      const [counted, outOf] = estimate(tally)
      if (holds(new Estimator(tally.answers).share(counted, outOf))) covered.clustered += 1
      if (holds(rate(sum(counted), sum(outOf)))) covered.wilson += 1
    }
    expect(covered.clustered / WORLDS).toBeGreaterThanOrEqual(0.93)
    expect(covered.clustered / WORLDS).toBeLessThanOrEqual(0.97)
    if (!('fails' in more)) expect(covered.wilson / WORLDS).toBeLessThan(0.93)
  },
  SLOW,
)

/** One batch of a world whose prompts have these chances. */
function batchOf(chances: readonly number[], replicates: number, random: () => number): MeasuredBatch {
  return {
    entities: [{ id: 'brand', name: 'Taskfern' }],
    prompts: chances.map((_, prompt) => ({ text: String(prompt), tags: [], branded: false })),
    answers: chances.flatMap((chance, prompt) =>
      Array.from({ length: replicates }, () =>
        answer({ prompt, entities: [mention({ mentioned: random() < chance })] }),
      ),
    ),
  }
}

test.each([
  { prompts: 12, replicates: 1 },
  { prompts: 25, replicates: 3 },
  { prompts: 60, replicates: 5 },
])(
  'in a world that does not change at most 5 of 100 comparisons say it moved: %o',
  ({ prompts, replicates }) => {
    const random = seeded(11)
    const world = { prompts, replicates, mean: -0.5, deviation: 1.5 }
    let alarms = 0
    for (let draw = 0; draw < WORLDS; draw += 1) {
      const chances = Array.from({ length: prompts }, () => chanceOf(world, random))
      const { verdict } = compare(batchOf(chances, replicates, random), batchOf(chances, replicates, random))
      if (verdict === 'moved') alarms += 1
    }
    expect(alarms / WORLDS).toBeLessThanOrEqual(0.05)
  },
  SLOW,
)
