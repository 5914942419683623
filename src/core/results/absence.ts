import type { Enumeration } from '../../definitions/fields/enumeration.ts'

/**
 * Reasons why a brand is not named in a result. Each reason is counted by the metric of the same name; see `absence` in
 * docs/metrics.md.
 */
export const ABSENCES = {
  not_named: 'The answer neither names the brand nor says that it does not know the brand.',
  denied: 'The answer names the brand only to say that it does not know the brand.',
  refused: 'The provider declined to answer.',
  not_shown: 'The surface showed no AI answer.',
  failed: 'The provider did not return an answer.',
} as const satisfies Enumeration
