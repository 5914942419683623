import type { Enumeration } from '../../definitions/enumeration.ts'

/** What an answer may say of the analysis brand, for finding the answers that say it. */
export const ANSWER_FINDINGS = {
  named: 'It names the brand.',
  missing: 'It neither names the brand nor says that nothing is known of it.',
  denied: 'It names the brand only to say that nothing is known of it.',
  recommended: 'It recommends the brand.',
  discouraged: 'It advises against the brand.',
} as const satisfies Enumeration

/** SQL condition over a `result r`: its answer says what a parameter such as `$8` names. Null without an answer. */
export function hasFinding(parameter: string): string {
  const of = (path: string) => `(r.observation->${path})`
  const named = `${of("'brand'->>'mentioned'")}::boolean`
  const denied = `${of("'brand'->>'denied'")}::boolean`
  return `CASE ${parameter} WHEN 'named' THEN ${named} WHEN 'missing' THEN NOT ${named} AND NOT ${denied}
    WHEN 'denied' THEN ${denied} WHEN 'recommended' THEN ${of("'recommendation'->>'recommended'")}::boolean
    WHEN 'discouraged' THEN ${of("'recommendation'->>'strength'")} = 'discouraged' END`
}
