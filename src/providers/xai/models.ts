import { priceList } from '../foundation/prices.ts'

/** The general model of the current generation. xAI does not publish which model grok.com uses. */
export const DEFAULT_MODEL = 'grok-4.3'

/** Prices from https://docs.x.ai/developers/pricing, for answers without a reported cost. */
export const PRICES = priceList('2026-11-21', {
  'grok-4.5': { inputPerMillion: 2, outputPerMillion: 6, perSearch: 0.005 },
  'grok-4.3': { inputPerMillion: 1.25, outputPerMillion: 2.5, perSearch: 0.005 },
})
