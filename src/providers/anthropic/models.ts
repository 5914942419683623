import { priceList } from '../foundation/prices.ts'

/** The current Sonnet model, which claude.ai uses unless users choose another. */
export const DEFAULT_MODEL = 'claude-sonnet-5-5'

/** Prices from https://platform.claude.com/docs/en/about-claude/pricing, with $10 for 1,000 searches. */
export const PRICES = priceList('2026-11-21', {
  'claude-opus-5-5': { inputPerMillion: 4, outputPerMillion: 20, perSearch: 0.01 },
  'claude-sonnet-5-5': { inputPerMillion: 2, outputPerMillion: 10, perSearch: 0.01 },
  'claude-sonnet-5': { inputPerMillion: 2, outputPerMillion: 10, perSearch: 0.01 },
  'claude-haiku-5-5': { inputPerMillion: 0.1, outputPerMillion: 0.5, perSearch: 0.01 },
})
