import type { z } from 'zod'
import type { ChangeVerdict, changeDefinition } from './definitions.ts'
import { holm } from './holm.ts'

/** The change of a metric on the common basket, with its verdict. */
export type Comparison = z.output<typeof changeDefinition> & { verdict: ChangeVerdict }

/** Significance level of the tests, which is the accepted false alarm rate. */
export const SIGNIFICANCE = 0.05

/** Returns the comparison for a batch that has no earlier batch, or none that it can be compared with. */
export function withoutChange(verdict: 'insufficient' | 'not_comparable', prompts: number): Comparison {
  return {
    verdict,
    prompts,
    rate: null,
    previousRate: null,
    difference: null,
    low: null,
    high: null,
    pValue: null,
  }
}

/**
 * Returns the verdicts of comparisons that are shown together, such as all providers. They are adjusted so that the
 * chance of at least one false `moved` stays at the level of a single test.
 */
export function verdictsTogether(comparisons: readonly Comparison[]): ChangeVerdict[] {
  const adjusted = holm(comparisons.map(({ pValue }) => pValue))
  return comparisons.map(({ verdict }, index) =>
    verdict === 'moved' && (adjusted[index] ?? 1) > SIGNIFICANCE ? 'within_noise' : verdict,
  )
}
