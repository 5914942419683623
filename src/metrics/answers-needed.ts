import type { Summary } from './definitions.ts'
import { designEffectOfCounts } from './design-effect.ts'
import { Z } from './normal.ts'
import { sum } from './rates.ts'

/** 80 % quantile of the standard normal distribution. */
const Z_POWER = 0.8416212335729143
/** Changes for which the required answers are reported, in percentage points. */
const CHANGES = [5, 10, 20]

/**
 * Returns how many answers a run needs to detect a given change of its rate with 80 % power at a two-sided 5 % level.
 * Takes the sample size for two independent proportions (J. L. Fleiss, Statistical Methods for Rates and Proportions,
 * 1981, §3.2, without the continuity correction) and multiplies it by the design effect (L. Kish, Survey Sampling,
 * 1965, §8.2). Reports the larger number of answers for an increase and a decrease of the same size.
 */
export function answersNeeded(
  counted: ArrayLike<number>,
  answers: ArrayLike<number>,
): Summary['answersNeeded'] {
  const total = sum(answers)
  if (total === 0) return { designEffect: null, answersPerPrompt: null, changes: [] }
  const share = sum(counted) / total
  const answersPerPrompt = total / answers.length
  const designEffect = knownDesignEffect(counted, answers)
  const changes = CHANGES.map((points) => {
    const independent = Math.max(
      ...[points / 100, -points / 100].map((change) => independentAnswers(share, share + change)),
    )
    const needed = Math.ceil(independent * (designEffect ?? answersPerPrompt))
    return {
      points,
      independent: Math.ceil(independent),
      answers: needed,
      prompts: Math.ceil(needed / answersPerPrompt),
    }
  })
  return { designEffect, answersPerPrompt, changes }
}

/** Returns the number of independent answers that a change of a rate needs; 0 if the changed rate is outside of 0…1. */
export function independentAnswers(rate: number, changed: number): number {
  if (changed < 0 || changed > 1) return 0
  const middle = (rate + changed) / 2
  const apart = Z * Math.sqrt(2 * middle * (1 - middle))
  const power = Z_POWER * Math.sqrt(rate * (1 - rate) + changed * (1 - changed))
  return ((apart + power) / (rate - changed)) ** 2
}

/** Returns the design effect that the intervals use, or null if the answers do not vary and it cannot be estimated. */
function knownDesignEffect(counted: ArrayLike<number>, answers: ArrayLike<number>): number | null {
  const [prompts, total, named] = [answers.length, sum(answers), sum(counted)]
  if (total === prompts) return 1
  return prompts < 2 || named === 0 || named === total ? null : designEffectOfCounts(counted, answers)
}
