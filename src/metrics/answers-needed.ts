import type { Summary } from './definitions.ts'
import { designEffectOfCounts } from './design-effect.ts'
import { Z } from './normal.ts'
import { sum } from './rates.ts'

/** 80 % quantile of the standard normal distribution. */
const Z_POWER = 0.8416212335729143
/** The changes for which the needed answers are given, in percentage points. */
const CHANGES = [5, 10, 20]

/**
 * How many answers a period needs to distinguish its rate from one that differs by some points, at 80 % power and 5 % two-sided, from counts by prompt:
 * two independent proportions (J. L. Fleiss, Statistical Methods for Rates and Proportions, 1981, §3.2, without the correction
 * for continuity) times the design effect (L. Kish, Survey Sampling, 1965, §8.2); for the direction that needs more.
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

/** 0 where the other proportion is outside 0…1. */
function independentAnswers(one: number, other: number): number {
  if (other < 0 || other > 1) return 0
  const middle = (one + other) / 2
  const apart = Z * Math.sqrt(2 * middle * (1 - middle))
  const power = Z_POWER * Math.sqrt(one * (1 - one) + other * (1 - other))
  return ((apart + power) / (one - other)) ** 2
}

/** That of the intervals; null where nothing was seen to vary. */
function knownDesignEffect(counted: ArrayLike<number>, answers: ArrayLike<number>): number | null {
  const [prompts, total, named] = [answers.length, sum(answers), sum(counted)]
  if (total === prompts) return 1
  return prompts < 2 || named === 0 || named === total ? null : designEffectOfCounts(counted, answers)
}
