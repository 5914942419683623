import { Estimator } from './estimator.ts'
import { PROMINENCES, positionsUpTo, SENTIMENTS } from './intervals.ts'
import { MeanCounts } from './mean-counts.ts'
import { seeded } from './random.ts'

/** How a simulated batch is asked and answers: prompts differ by a beta distribution, whose intraclass correlation is that of replicates. */
export interface World {
  /** The mean chance that an answer has what is counted, 0…1. */
  rate: number
  /** How much answers to one prompt correlate, 0…1. */
  correlation: number
  prompts: number
  replicates: number
}

/** The ends of an interval. */
export interface Interval {
  low: number | null
  high: number | null
}

type Random = () => number

/** A normally distributed number, by the Box–Muller transform. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A number of the gamma distribution of a shape above 0 (G. Marsaglia & W. W. Tsang, ACM TOMS 26, 2000). */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = normal(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** Chances of several outcomes for one prompt, which add up to 1: of the Dirichlet distribution with these means. */
export function chancesOf(means: readonly number[], correlation: number, random: Random): number[] {
  if (correlation === 0) return [...means]
  const drawn = means.map((mean) =>
    mean === 0 ? 0 : gamma((mean * (1 - correlation)) / correlation, random),
  )
  const total = drawn.reduce((one, other) => one + other, 0)
  // All can be too small for a number: then one of them is sure.
  if (total > 0) return drawn.map((amount) => amount / total)
  const sure = outcomeOf(means, random)
  return means.map((_, outcome) => (outcome === sure ? 1 : 0))
}

/** The chance of one prompt that an answer has what is counted. */
export function chanceOf({ rate, correlation }: World, random: Random): number {
  return chancesOf([rate, 1 - rate], correlation, random)[0] ?? 0
}

/** The place of an outcome that has these chances. */
function outcomeOf(chances: readonly number[], random: Random): number {
  let left = random()
  const place = chances.findIndex((chance) => {
    left -= chance
    return left < 0
  })
  return place < 0 ? chances.length - 1 : place
}

/** How many of a prompt's replicates have what is counted. */
export function countOf(chance: number, replicates: number, random: Random): number {
  let count = 0
  for (let answer = 0; answer < replicates; answer += 1) if (random() < chance) count += 1
  return count
}

/** A figure: its true value, and how often it is drawn with its interval. */
export interface SimulatedFigure {
  truth: (world: World) => number
  draw: (world: World, random: Random) => Interval
}

const BY_PROMPT = <Value>({ prompts }: World, of: () => Value) => Array.from({ length: prompts }, of)

/** Three competitors with a mean mention rate of 0.3 each. */
const COMPETITORS = [0.3, 0.3, 0.3]
/** Which parts of those that are not at the first place are at the others, and which parts of a sentiment that is not positive are neutral and negative. */
const PLACES = [0.6, 0.3, 0.1]
const TONES = [0.7, 0.3]

const means = (world: World, parts: readonly number[]) => [
  world.rate,
  ...parts.map((part) => part * (1 - world.rate)),
]

/** Figures by their name, with the interval that a summary gives them. Of `rate` is what the first outcome has. */
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
    truth: ({ rate }) => rate / COMPETITORS.reduce((one, other) => one + other, rate),
    draw: (world, random) => {
      const answers = BY_PROMPT(world, () => world.replicates)
      const named = answers.map((replicates) => countOf(chanceOf(world, random), replicates, random))
      const voices = named.map((own) =>
        COMPETITORS.reduce(
          (total, rate) => total + countOf(chanceOf({ ...world, rate }, random), world.replicates, random),
          own,
        ),
      )
      return new Estimator(answers).rate(named, voices)
    },
  },
  shareOfMentions: {
    truth: ({ rate }) => rate / COMPETITORS.reduce((one, other) => one + other, rate),
    draw: (world, random) => {
      const answers = BY_PROMPT(world, () => world.replicates)
      // An answer that names a brand does so one to three times.
      const times = (count: number) => {
        let total = 0
        for (let answer = 0; answer < count; answer += 1) total += 1 + Math.floor(3 * random())
        return total
      }
      const named = answers.map((count) => times(countOf(chanceOf(world, random), count, random)))
      const mentions = named.map((own) =>
        COMPETITORS.reduce(
          (total, rate) =>
            total + times(countOf(chanceOf({ ...world, rate }, random), world.replicates, random)),
          own,
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
    truth: (world) => means(world, PLACES).reduce((total, mean, place) => total + mean * (place + 1), 0),
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
    truth: (world) => means(world, TONES).reduce((total, mean, place) => total + mean * (1 - place), 0),
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
        // Answers to one prompt spread about its mean so that they have the correlation of the world.
        const spread = (1 - world.correlation) / (4 - world.correlation)
        for (let answer = 0; answer < world.replicates; answer += 1)
          counts.add(prompt, chanceOf({ ...world, rate, correlation: spread }, random), 1)
      }
      return new Estimator(answers).mean(counts, PROMINENCES)
    },
  },
} satisfies Record<string, SimulatedFigure>

/** What intervals of simulated batches did. */
export interface Coverage {
  /** The share of them that held the true value, 0…1. */
  covered: number
  /** Their mean width; of those that have one. */
  width: number
}

/** The coverage of a figure's intervals over so many batches of a world, the same for the same seed; batches without a value do not count. */
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
    // A truth of 1 is a sum that can miss it by rounding.
    if (low <= value + 1e-9 && high >= value - 1e-9) covered += 1
  }
  return { covered: covered / counted, width: width / counted }
}
