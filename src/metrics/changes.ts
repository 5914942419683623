import { commonBasket } from './basket.ts'
import { type Fraction, fractionsOf } from './basket-columns.ts'
import { type Comparison, SIGNIFICANCE, withoutChange } from './compare.ts'
import {
  CHANGED_METRICS,
  type ChangedMetric,
  type EntityChanges,
  type MetricChange,
  type MetricChanges,
} from './definitions.ts'
import { type Judged, judge, Sums } from './judge.ts'
import type { MetricsInput } from './metrics-input.ts'
import { signFlipTestsTogether } from './sign-flip.ts'

/**
 * Returns the change of every metric of every entity between two batches, paired by prompt on the common basket. The
 * verdict `moved` requires two things: a bootstrap interval of the difference that excludes 0, and a significant
 * exact sign-flip test over prompts. The test keeps the false alarm rate at its level even with few prompts, where
 * the interval is too narrow. Without a previous batch, every change is `insufficient`.
 *
 * @param isSame whether both batches tracked the entity by the same names and domains
 * @returns the changes of all entities, and the change of the first entity's mention rate with both rates
 */
export function changesOf(
  current: MetricsInput,
  previous: MetricsInput | null,
  isSame: (id: string) => boolean = () => true,
): { entities: EntityChanges[]; mentionRate: Comparison } {
  const { entities } = current
  const judgeOne = judging(current, previous, isSame, entities.length)
  const judged = entities.flatMap((_, index) => CHANGED_METRICS.map((metric) => judgeOne(metric, index)))
  const changes = adjusted(judged)
  return {
    mentionRate: judged[CHANGED_METRICS.indexOf('mentionRate')]?.change ?? withoutChange('insufficient', 0),
    entities: entities.map(({ id, name }, index) => {
      const first = index * CHANGED_METRICS.length
      const changesByMetric = CHANGED_METRICS.map((metric, offset) => [metric, changes[first + offset]])
      // Every metric has a change.
      return { id, name, ...(Object.fromEntries(changesByMetric) as MetricChanges) }
    }),
  }
}

/**
 * Returns the changes of shares on the common basket, which are tested together as one family. Verdicts follow the rules
 * of {@link changesOf}. All columns must have one element per prompt of the basket.
 */
export function shareChanges(
  shares: readonly { now: Fraction; before: Fraction }[],
  prompts: number,
): MetricChange[] {
  const sums = new Sums(prompts)
  return adjusted(shares.map(({ now, before }) => judge(now, before, sums)))
}

/** Returns a change that could not be tested. */
export function untested(verdict: 'insufficient' | 'not_comparable'): MetricChange {
  const { rate: _, previousRate: __, ...change } = withoutChange(verdict, 0)
  return { ...change, adjustedVerdict: verdict }
}

/** Returns only the change of the mention rate of the first entity, as {@link changesOf} judges it. */
export function mentionRateChange(
  current: MetricsInput,
  previous: MetricsInput | null,
  isSame: (id: string) => boolean = () => true,
): Comparison {
  return judging(current, previous, isSame, 1)('mentionRate', 0).change
}

/** Returns a function that judges the metrics of the first `counted` entities of two batches. */
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
    const previousIndex = previous.entities.findIndex((entity) => entity.id === id)
    const [current, earlier] = [now[index]?.[metric], before[previousIndex]?.[metric]]
    if (metric === 'shareOfVoice' && entities.length === 1)
      return { change: withoutChange('insufficient', 0), flips: null }
    if (!basket || !current || !earlier || !(AMONG_ALL.includes(metric) ? areSame : isSame(id)))
      return { change: withoutChange('not_comparable', 0), flips: null }
    return judge(current, earlier, sums)
  }
}

/** Metrics that depend on which other entities are tracked. */
export const AMONG_ALL: readonly ChangedMetric[] = ['shareOfVoice', 'averagePosition']

/** Adds to each change its verdict adjusted for all tests together. */
function adjusted(judged: readonly Judged[]): MetricChange[] {
  const together = signFlipTestsTogether(judged.flatMap(({ flips }) => (flips ? [flips] : [])))
  let made = 0
  return judged.map(({ change, flips }) => {
    const pValue = flips ? (together[made] ?? 1) : 1
    if (flips) made += 1
    const { rate: _, previousRate: __, ...stored } = change
    const { verdict } = stored
    return {
      ...stored,
      adjustedVerdict: verdict === 'moved' && pValue > SIGNIFICANCE ? 'within_noise' : verdict,
    }
  })
}
