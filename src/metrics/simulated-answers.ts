import { Estimator } from './estimator.ts'
import { PROMINENCES, positionsUpTo, SENTIMENTS } from './intervals.ts'
import { MeanCounts } from './mean-counts.ts'
import { seeded } from './random.ts'

/**
 * Parameters of a simulated batch. The rates of its prompts follow a beta distribution with the given intraclass
 * correlation.
 */
export interface World {
  /** Mean chance that an answer has the counted property, 0…1. */
  rate: number
  /** Correlation of the answers to the same prompt, 0…1. */
  correlation: number
  prompts: number
  replicates: number
}

export interface Interval {
  low: number | null
  high: number | null
}

type Random = () => number

/** Draws a standard normal number with the Box–Muller transform. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Draws a number from the gamma distribution with a shape above 0 (G. Marsaglia & W. W. Tsang, ACM TOMS 26, 2000). */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = normal(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v
  }
}

/**
 * Draws the chances of several outcomes for one prompt from the Dirichlet distribution with these means. They add up
 * to 1.
 */
export function chancesOf(means: readonly number[], correlation: number, random: Random): number[] {
  if (correlation === 0) return [...means]
  const drawn = means.map((mean) =>
    mean === 0 ? 0 : gamma((mean * (1 - correlation)) / correlation, random),
  )
  const total = drawn.reduce((sum, amount) => sum + amount, 0)
  // All amounts can underflow to 0. Then one outcome is certain.
  if (total > 0) return drawn.map((amount) => amount / total)
  const sure = outcomeOf(means, random)
  return means.map((_, outcome) => (outcome === sure ? 1 : 0))
}

/** Draws the chance that an answer to one prompt has the counted property. */
export function chanceOf({ rate, correlation }: World, random: Random): number {
  return chancesOf([rate, 1 - rate], correlation, random)[0] ?? 0
}

/** Draws the index of an outcome. */
function outcomeOf(chances: readonly number[], random: Random): number {
  let left = random()
  const index = chances.findIndex((chance) => {
    left -= chance
    return left < 0
  })
  return index < 0 ? chances.length - 1 : index
}

/** Draws how many replicates of a prompt have the counted property. */
export function countOf(chance: number, replicates: number, random: Random): number {
  let count = 0
  for (let answer = 0; answer < replicates; answer += 1) if (random() < chance) count += 1
  return count
}

/** A simulated metric: its true value, and a function that draws its interval in one batch. */
export interface SimulatedFigure {
  truth: (world: World) => number
  draw: (world: World, random: Random) => Interval
}

const BY_PROMPT = <Value>({ prompts }: World, of: () => Value) => Array.from({ length: prompts }, of)

/** Three competitors with a mean mention rate of 0.3 each. */
const COMPETITORS = [0.3, 0.3, 0.3]
/**
 * How the answers without the first position divide over later positions, and the non-positive ones over neutral and
 * negative.
 */
const PLACES = [0.6, 0.3, 0.1]
const TONES = [0.7, 0.3]

const means = (world: World, parts: readonly number[]) => [
  world.rate,
  ...parts.map((part) => part * (1 - world.rate)),
]

/** Simulated metrics with the intervals that a summary reports. `rate` is the chance of the first outcome. */
export const SIMULATED_FIGURES = {
  mentionRate: {
    truth: ({ rate }) => rate,
    draw: (world, random) => {
      const answers = BY_PROMPT(world, () => world.replicates)
      const named = answers.map((replicates) => countOf(chanceOf(world, random), replicates, random))
      return new Estimator(answers).rate(named, answers)
    },
  },
  shareOfVoice: {
    truth: ({ rate }) => rate / COMPETITORS.reduce((sum, mean) => sum + mean, rate),
    draw: (world, random) => {
      const answers = BY_PROMPT(world, () => world.replicates)
      const named = answers.map((replicates) => countOf(chanceOf(world, random), replicates, random))
      const voices = named.map((ofBrand) =>
        COMPETITORS.reduce(
          (total, rate) => total + countOf(chanceOf({ ...world, rate }, random), world.replicates, random),
          ofBrand,
        ),
      )
      return new Estimator(answers).rate(named, voices)
    },
  },
  shareOfMentions: {
    truth: ({ rate }) => rate / COMPETITORS.reduce((sum, mean) => sum + mean, rate),
    draw: (world, random) => {
      const answers = BY_PROMPT(world, () => world.replicates)
      // An answer that mentions a brand does so one to three times.
      const times = (count: number) => {
        let total = 0
        for (let answer = 0; answer < count; answer += 1) total += 1 + Math.floor(3 * random())
        return total
      }
      const named = answers.map((count) => times(countOf(chanceOf(world, random), count, random)))
      const mentions = named.map((ofBrand) =>
        COMPETITORS.reduce(
          (total, rate) =>
            total + times(countOf(chanceOf({ ...world, rate }, random), world.replicates, random)),
          ofBrand,
        ),
      )
      return new Estimator(answers).share(named, mentions)
    },
  },
  whenMentioned: {
    truth: ({ rate }) => rate,
    draw: (world, random) => {
      const answers = BY_PROMPT(world, () => world.replicates)
      const named = answers.map((count) => countOf(chanceOf({ ...world, rate: 0.5 }, random), count, random))
      const recommended = named.map((count) => countOf(chanceOf(world, random), count, random))
      return new Estimator(answers).rate(recommended, named)
    },
  },
  agreement: {
    truth: ({ rate, correlation }) => 1 - 2 * rate * (1 - rate) * (1 - correlation),
    draw: (world, random) => {
      const pairsOf = (count: number) => (count * (count - 1)) / 2
      const answers = BY_PROMPT(world, () => world.replicates)
      const agreeing = answers.map((replicates) => {
        const named = countOf(chanceOf(world, random), replicates, random)
        return pairsOf(named) + pairsOf(replicates - named)
      })
      return new Estimator(answers).share(agreeing, answers.map(pairsOf))
    },
  },
  positionMean: {
    truth: (world) => means(world, PLACES).reduce((total, mean, index) => total + mean * (index + 1), 0),
    draw: (world, random) => {
      const counts = new MeanCounts(world.prompts)
      const answers = BY_PROMPT(world, () => world.replicates)
      for (let prompt = 0; prompt < world.prompts; prompt += 1) {
        const chances = chancesOf(means(world, PLACES), world.correlation, random)
        for (let answer = 0; answer < world.replicates; answer += 1)
          counts.add(prompt, 1 + outcomeOf(chances, random), 1)
      }
      return new Estimator(answers).mean(counts, positionsUpTo(6))
    },
  },
  sentimentMean: {
    truth: (world) => means(world, TONES).reduce((total, mean, index) => total + mean * (1 - index), 0),
    draw: (world, random) => {
      const counts = new MeanCounts(world.prompts)
      const answers = BY_PROMPT(world, () => world.replicates)
      for (let prompt = 0; prompt < world.prompts; prompt += 1) {
        const chances = chancesOf(means(world, TONES), world.correlation, random)
        for (let answer = 0; answer < world.replicates; answer += 1) {
          const mentions = 1 + Math.floor(3 * random())
          counts.add(prompt, (1 - outcomeOf(chances, random)) * mentions, mentions)
        }
      }
      return new Estimator(answers).mean(counts, SENTIMENTS)
    },
  },
  prominence: {
    truth: ({ rate }) => rate,
    draw: (world, random) => {
      const counts = new MeanCounts(world.prompts)
      const answers = BY_PROMPT(world, () => world.replicates)
      for (let prompt = 0; prompt < world.prompts; prompt += 1) {
        const rate = chanceOf({ ...world, correlation: world.correlation / 4 }, random)
        // Spread the answers to one prompt around its mean so that they have the correlation of the world.
        const spread = (1 - world.correlation) / (4 - world.correlation)
        for (let answer = 0; answer < world.replicates; answer += 1)
          counts.add(prompt, chanceOf({ ...world, rate, correlation: spread }, random), 1)
      }
      return new Estimator(answers).mean(counts, PROMINENCES)
    },
  },
} satisfies Record<string, SimulatedFigure>

/** Coverage of the intervals of simulated batches. */
export interface Coverage {
  /** Share of the intervals that contain the true value, 0…1. */
  covered: number
  /** Mean width of the intervals. */
  width: number
}

/**
 * Measures the coverage of a metric's intervals over simulated batches, skipping batches without an interval. The
 * result is the same for the same seed.
 */
export function coverageOf(
  { truth, draw }: SimulatedFigure,
  world: World,
  batches: number,
  seed: number,
): Coverage {
  const random = seeded(seed)
  const value = truth(world)
  let [covered, counted, width] = [0, 0, 0]
  for (let batch = 0; batch < batches; batch += 1) {
    const { low, high } = draw(world, random)
    if (low === null || high === null) continue
    counted += 1
    width += high - low
    // A true value of 1 is a sum and can be off by rounding.
    if (low <= value + 1e-9 && high >= value - 1e-9) covered += 1
  }
  return { covered: covered / counted, width: width / counted }
}
