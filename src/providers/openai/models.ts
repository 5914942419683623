import { priceList } from '../foundation/prices.ts'

/**
 * "The latest Instant model currently used in ChatGPT" (API changelog of 2026-05-05), so the closest model to what
 * people see. It changes without notice, as ChatGPT does. Each answer stores the model that the vendor reports.
 */
export const DEFAULT_MODEL = 'chat-latest'

/** Prices from https://developers.openai.com/api/docs/pricing. */
export const PRICES = priceList('2026-11-21', {
  'chat-latest': { inputPerMillion: 5, outputPerMillion: 30, perSearch: 0.01 },
  'gpt-6.1-sol': { inputPerMillion: 2, outputPerMillion: 10, perSearch: 0.01 },
  'gpt-6.1-terra': { inputPerMillion: 1, outputPerMillion: 5, perSearch: 0.01 },
  'gpt-6-sol': { inputPerMillion: 2, outputPerMillion: 10, perSearch: 0.01 },
  'gpt-6-luna': { inputPerMillion: 0.1, outputPerMillion: 0.5, perSearch: 0.01 },
  'gpt-5.6-terra': { inputPerMillion: 2.5, outputPerMillion: 15, perSearch: 0.01 },
})
