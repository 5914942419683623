import type { z } from 'zod'
import type { ChangeVerdict, changeDefinition } from './definitions.ts'
import { holm } from './holm.ts'

/** A change of a figure on the common basket, and whether it is significant. */
export type Comparison = z.output<typeof changeDefinition> & { verdict: ChangeVerdict }

/** The level of the tests: the accepted share of false alarms. */
export const SIGNIFICANCE = 0.05

/** The comparison of a batch without an earlier one, or with one that cannot be compared. */
export function withoutChange(verdict: 'insufficient' | 'not_comparable', prompts: number): Comparison {
  return { verdict, prompts, difference: null, low: null, high: null, pValue: null }
}

/**
 * The verdicts of comparisons that are read together, such as those of all providers, adjusted so that the chance of any false
 * `moved` among them is that of one test.
 */
export function verdictsTogether(comparisons: readonly Comparison[]): ChangeVerdict[] {
  const adjusted = holm(comparisons.map(({ pValue }) => pValue))
  return comparisons.map(({ verdict }, index) =>
    verdict === 'moved' && (adjusted[index] ?? 1) > SIGNIFICANCE ? 'within_noise' : verdict,
  )
}
