import type { Enumeration } from '../../definitions/enumeration.ts'

/** What an answer may say of the analysis brand, for finding the answers that say it. */
export const ANSWER_FINDINGS = {
  named: 'It names the brand.',
  missing: 'It neither names the brand nor says that nothing is known of it.',
  denied: 'It names the brand only to say that nothing is known of it.',
  recommended: 'It recommends the brand.',
  discouraged: 'It advises against the brand.',
} as const satisfies Enumeration

/** What the observation of an answer that says it contains. */
export const FINDING_PATTERNS = {
  named: { brand: { mentioned: true } },
  missing: { brand: { mentioned: false, denied: false } },
  denied: { brand: { denied: true } },
  recommended: { recommendation: { recommended: true } },
  discouraged: { recommendation: { strength: 'discouraged' } },
} as const satisfies Record<keyof typeof ANSWER_FINDINGS, object>
