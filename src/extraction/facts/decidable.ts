import type { FactKind } from './brand-fact.ts'

/** Minimum precision of "contradicts" on the held-out statements for a kind of fact that the rules may decide. */
export const MIN_PRECISION = 0.9

/**
 * Whether the rules may decide about a kind of fact. Other kinds yield `unclear`. `test/quality/facts.test.ts` checks the
 * table against the precision that `npm run quality` measures.
 */
export const DECIDABLE: Readonly<Record<FactKind, boolean>> = {
  price: true,
  founded: true,
  headquarters: true,
  feature: true,
  availability: true,
  free_plan: true,
  free_trial: true,
}
