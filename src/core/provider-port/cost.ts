import type { CostSource } from '../../definitions/vocabulary.ts'
import type { Bill, ProviderAnswer } from './driver.ts'

/** The cost of an answer. */
export interface Cost {
  /** US dollars, rounded to ten decimal places. */
  usd: number
  /** `provider`: as it reported. `computed`: from its counts and a price. */
  source: CostSource
  /** The day of the price, `YYYY-MM-DD`; null unless computed. */
  priceAsOf: string | null
}

/** The known details of a paid answer; for an answer that could not be parsed, only what the provider reported with it. */
export type PaidAnswer = Bill & Partial<Pick<ProviderAnswer, 'surface' | 'searched'>>

/** Prices of a vendor in US dollars. A missing price means no charge. */
export interface Prices {
  /** Day on which the prices were looked up, `YYYY-MM-DD`. */
  asOf: string
  /** Per million tokens. */
  inputPerMillion?: number | undefined
  outputPerMillion?: number | undefined
  /** Per web search. */
  perSearch?: number | undefined
  /** Per question, whatever the answer is. */
  perRequest?: number | undefined
}

/** Spending limits per UTC day in US dollars; null for no limit. */
export interface SpendLimit {
  /** For all organizations together. */
  perDay: number | null
  /** For each organization. */
  perOrganizationPerDay: number | null
}
