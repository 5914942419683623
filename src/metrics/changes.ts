import { commonBasket } from './basket.ts'
import { type Fraction, fractionsOf } from './basket-columns.ts'
import { type Comparison, SIGNIFICANCE, withoutChange } from './compare.ts'
import {
  CHANGED_METRICS,
  type ChangedMetric,
  type EntityChanges,
  FEWEST_PROMPTS,
  type MetricChange,
  type MetricChanges,
} from './definitions.ts'
import type { MetricsInput } from './metrics-input.ts'
import { sum } from './rates.ts'
import { percentilesOf, resamplingOf } from './resampling.ts'
import { flippedSums, signFlipTest, signFlipTestsTogether } from './sign-flip.ts'
import type { Weights } from './weighted-sums.ts'

/** A change with what its test needs beside others; null where none was made. */
interface Judged {
  change: Comparison
  flips: Float64Array | null
}

/**
 * The changes of every figure of every entity between two batches, paired by prompt on what both asked. `moved` needs two
 * things: the bootstrap interval of the difference without 0, and an exact sign-flip test over prompts, which holds the share of false
 * alarms also where prompts are few and the interval is too narrow. Without a previous batch all are `insufficient`.
 * @param isSame whether both batches looked for the entity by the same names and domains
 */
export function changesOf(
  current: MetricsInput,
  previous: MetricsInput | null,
  isSame: (id: string) => boolean = () => true,
): EntityChanges[] {
  const { entities } = current
  const judgeOne = judging(current, previous, isSame, entities.length)
  const judged = entities.flatMap((_, index) => CHANGED_METRICS.map((metric) => judgeOne(metric, index)))
  const changes = adjusted(judged)
  return entities.map(({ id, name }, index) => {
    const first = index * CHANGED_METRICS.length
    const own = CHANGED_METRICS.map((metric, place) => [metric, changes[first + place]])
    // Each metric has its change.
    return { id, name, ...(Object.fromEntries(own) as MetricChanges) }
  })
}

/** The change of the mention rate of the first entity alone, as {@link changesOf} judges it. */
export function mentionRateChange(
  current: MetricsInput,
  previous: MetricsInput | null,
  isSame: (id: string) => boolean = () => true,
): Comparison {
  return judging(current, previous, isSame, 1)('mentionRate', 0).change
}

/** Judges figures of the first so many entities of two batches. */
function judging(
  current: MetricsInput,
  previous: MetricsInput | null,
  isSame: (id: string) => boolean,
  counted: number,
): (metric: ChangedMetric, entity: number) => Judged {
  const { entities } = current
  if (!previous) return () => ({ change: withoutChange('insufficient', 0), flips: null })
  const basket = commonBasket(current, previous)
  const now = basket ? fractionsOf(basket, 'now', counted) : []
  const before = basket ? fractionsOf(basket, 'before', counted === 1 ? 1 : previous.entities.length) : []
  const areSame = previous.entities.length === entities.length && entities.every(({ id }) => isSame(id))
  const sums = new Sums(basket?.prompts ?? 0)
  return (metric, index) => {
    const id = entities[index]?.id ?? ''
    const earlier = before[previous.entities.findIndex((other) => other.id === id)]
    const [one, other] = [now[index]?.[metric], earlier?.[metric]]
    if (metric === 'shareOfVoice' && entities.length === 1)
      return { change: withoutChange('insufficient', 0), flips: null }
    if (!basket || !one || !other || !(AMONG_ALL.includes(metric) ? areSame : isSame(id)))
      return { change: withoutChange('not_comparable', 0), flips: null }
    return judge(one, other, sums)
  }
}

/** What depends on which other entities are tracked. */
const AMONG_ALL: readonly ChangedMetric[] = ['shareOfVoice', 'averagePosition']

/** The verdicts alone, and those of all that are read together. */
function adjusted(judged: readonly Judged[]): MetricChange[] {
  const together = signFlipTestsTogether(judged.flatMap(({ flips }) => (flips ? [flips] : [])))
  let made = 0
  return judged.map(({ change, flips }) => {
    const pValue = flips ? (together[made] ?? 1) : 1
    if (flips) made += 1
    const { verdict } = change
    return {
      ...change,
      adjustedVerdict: verdict === 'moved' && pValue > SIGNIFICANCE ? 'within_noise' : verdict,
    }
  })
}

/** Judges now − before of a figure. */
function judge(now: Fraction, before: Fraction, sums: Sums): Judged {
  const prompts = now.denominators.filter(
    (amount, prompt) => amount > 0 || (before.denominators[prompt] ?? 0) > 0,
  ).length
  const [one, other] = [shareOf(now), shareOf(before)]
  if (prompts < FEWEST_PROMPTS || one === null || other === null)
    return { change: withoutChange('insufficient', prompts), flips: null }
  const resampled = resampledDifference(now, before, sums)
  const difference = one - other
  const { low, high } = percentilesOf(resampled, prompts) ?? { low: difference, high: difference }
  const flips = flippedSums(scoresOf(now, before))
  const pValue = signFlipTest(flips)
  const verdict = (low > 0 || high < 0) && pValue <= SIGNIFICANCE ? 'moved' : 'within_noise'
  return { change: { verdict, prompts, difference, low, high, pValue }, flips }
}

function resampledDifference(now: Fraction, before: Fraction, sums: Sums): Float64Array {
  const below = sums.ofShared(now.denominators)
  // Over the same answers, the difference has one numerator.
  if (now.denominators === before.denominators) {
    const gain = now.numerators.map((amount, prompt) => amount - (before.numerators[prompt] ?? 0))
    const drawn = sums.of(gain, 'now')
    for (let draw = 0; draw < drawn.length; draw += 1) drawn[draw] = (drawn[draw] ?? 0) / (below[draw] ?? 0)
    return drawn
  }
  const drawn = sums.of(now.numerators, 'now')
  const [aboveThen, belowThen] = [sums.of(before.numerators, 'before'), sums.ofShared(before.denominators)]
  for (let draw = 0; draw < drawn.length; draw += 1) {
    // NaN where nothing of one side was drawn.
    drawn[draw] = (drawn[draw] ?? 0) / (below[draw] ?? 0) - (aboveThen[draw] ?? 0) / (belowThen[draw] ?? 0)
  }
  return drawn
}

/**
 * What each prompt contributes to the difference, which changes its sign when the two batches of the prompt are exchanged: a share
 * of both batches together does not change then, so that the test is exact for fractions too.
 */
function scoresOf(now: Fraction, before: Fraction): Float64Array {
  const share =
    (sum(now.numerators) + sum(before.numerators)) / (sum(now.denominators) + sum(before.denominators))
  const rest = ({ numerators, denominators }: Fraction, prompt: number) =>
    (numerators[prompt] ?? 0) - share * (denominators[prompt] ?? 0)
  return now.numerators.map((_, prompt) => rest(now, prompt) - rest(before, prompt))
}

function shareOf({ numerators, denominators }: Fraction): number | null {
  const outOf = sum(denominators)
  return outOf === 0 ? null : sum(numerators) / outOf
}

/** Sums of columns in every resample. */
class Sums {
  readonly #resampling: Weights
  readonly #known = new Map<Float64Array, Float64Array>()
  readonly #latest: Record<'now' | 'before', Float64Array>

  constructor(prompts: number) {
    this.#resampling = resamplingOf(prompts)
    const { draws } = this.#resampling
    this.#latest = { now: new Float64Array(draws), before: new Float64Array(draws) }
  }

  /** Those of a column, until the next call for that side: an array for each column would have to be collected as garbage. */
  of(column: Float64Array, side: 'now' | 'before'): Float64Array {
    return this.#resampling.sums(column, this.#latest[side])
  }

  /** Those of a column that several figures have; not to be written to. */
  ofShared(column: Float64Array): Float64Array {
    const sums = this.#known.get(column) ?? this.#resampling.sums(column)
    this.#known.set(column, sums)
    return sums
  }
}
