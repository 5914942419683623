import type { Enumeration } from '../../definitions/enumeration.ts'

/** Why a brand is not named in a result. Each is the numerator of the figure with its name: `absence` in docs/metrics.md. */
export const ABSENCES = {
  not_named: 'The answer neither names it nor says that nothing is known of it.',
  denied: 'The answer names it only to say that nothing is known of it.',
  refused: 'The provider declined to answer.',
  not_shown: 'The surface showed no AI answer.',
  failed: 'No answer could be had.',
} as const satisfies Enumeration
