import { priceList } from '../foundation/prices.ts'

/** The newest generally available Flash model, which gemini.google.com uses unless users choose another. */
export const DEFAULT_MODEL = 'gemini-3.8-flash'

/**
 * Prices from https://ai.google.dev/gemini-api/docs/pricing. The price of gemini-3.8-flash is valid until 2026-12-31.
 */
export const PRICES = priceList('2026-10-07', {
  'gemini-3.8-flash': { inputPerMillion: 0.75, outputPerMillion: 3.75, perSearch: 0.014 },
  'gemini-3.5-flash': { inputPerMillion: 1.5, outputPerMillion: 9, perSearch: 0.014 },
})
