import type { Enumeration } from '../../definitions/fields/enumeration.ts'

/** Statements about the analysis brand that answers can be filtered by. */
export const ANSWER_FINDINGS = {
  named: 'The answer names the brand.',
  missing: 'The answer neither names the brand nor says that it does not know the brand.',
  denied: 'The answer names the brand only to say that it does not know the brand.',
  recommended: 'The answer recommends the brand.',
  discouraged: 'The answer advises against the brand.',
  placed: 'A card next to the answer shows the brand.',
} as const satisfies Enumeration

/** JSON patterns that match the observations of answers with each finding. */
export const FINDING_PATTERNS = {
  named: { brand: { mentioned: true } },
  missing: { brand: { mentioned: false, denied: false } },
  denied: { brand: { denied: true } },
  recommended: { recommendation: { recommended: true } },
  discouraged: { recommendation: { strength: 'discouraged' } },
  placed: { placements: [{ entityIds: ['brand'] }] },
} as const satisfies Record<keyof typeof ANSWER_FINDINGS, object>
