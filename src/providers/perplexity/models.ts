import { priceList } from '../foundation/prices.ts'

/** Perplexity's own model, which perplexity.ai uses unless users choose another. */
export const DEFAULT_MODEL = 'perplexity/sonar'

/**
 * Prices from https://docs.perplexity.ai/docs/agent-api/models and /docs/agent-api/tools/web-search. Without the prefix
 * they are the prices of the retired Sonar API, with the request fee of the smallest search context.
 */
export const PRICES = priceList('2026-10-07', {
  'perplexity/sonar': { inputPerMillion: 0.25, outputPerMillion: 2.5, perSearch: 0.0025 },
  sonar: { inputPerMillion: 1, outputPerMillion: 1, perRequest: 0.005 },
  'sonar-pro': { inputPerMillion: 3, outputPerMillion: 15, perRequest: 0.006 },
})
