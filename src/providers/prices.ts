import { z } from 'zod'
import type { CostSource } from '../definitions/vocabulary.ts'
import type { Bill, ProviderAnswer } from './driver.ts'

/** What a vendor charges, in US dollars; what has no price here is not charged. */
export interface Prices {
  /** The day on which they were looked up, `YYYY-MM-DD`. */
  asOf: string
  /** For a million tokens. */
  inputPerMillion?: number | undefined
  outputPerMillion?: number | undefined
  /** For a web search. */
  perSearch?: number | undefined
  /** For a question, whatever the answer is. */
  perRequest?: number | undefined
}

/** What an answer cost. */
export interface Cost {
  /** US dollars, rounded to ten decimal places. */
  usd: number
  /** `provider`: as it reported. `computed`: from what it counted and a price. */
  source: CostSource
  /** The day of the price, `YYYY-MM-DD`; null unless computed. */
  priceAsOf: string | null
}

const price = z.number('write US dollars, 0 or more').nonnegative('write US dollars, 0 or more').optional()

/** `options.prices` of an entry in PROVIDERS_FILE: used in place of the table for what its driver asks. */
export const pricesSchema = z
  .strictObject({
    asOf: z.iso.date('write the day of the prices, such as "2026-11-21"'),
    inputPerMillion: price,
    outputPerMillion: price,
    perSearch: price,
    perRequest: price,
  })
  .refine(({ asOf: _, ...given }) => Object.values(given).some((usd) => usd !== undefined), {
    error: 'write at least one of inputPerMillion, outputPerMillion, perSearch and perRequest',
  })

/** What may be spent in a day of UTC, in US dollars; null for no limit. */
export interface SpendLimit {
  /** For all organizations together. */
  perDay: number | null
  /** For each organization. */
  perOrganizationPerDay: number | null
}

/** `options.spendLimit` of an entry in PROVIDERS_FILE. */
export const spendLimitSchema = z
  .strictObject({ perDay: price, perOrganizationPerDay: price })
  .transform(
    ({ perDay = null, perOrganizationPerDay = null }): SpendLimit => ({ perDay, perOrganizationPerDay }),
  )

/** No limit. */
export const UNLIMITED: SpendLimit = { perDay: null, perOrganizationPerDay: null }

interface PricedModel extends Prices {
  driver: string
  /** The name of a model without the date of a version. */
  model: string
}

const LOOKED_UP = '2026-11-21'

/**
 * List prices of models that the drivers ask, without free quotas and discounts. Vendors that report what they charge need none
 * here; a model without an entry has no computed cost.
 */
const PRICES: readonly PricedModel[] = [
  // https://openai.com/api/pricing/
  {
    driver: 'openai',
    model: 'gpt-5.6-terra',
    asOf: LOOKED_UP,
    inputPerMillion: 2.5,
    outputPerMillion: 15,
    perSearch: 0.01,
  },
  // https://docs.perplexity.ai/getting-started/pricing; the fee is that of the smallest search context, the default of the API.
  {
    driver: 'perplexity',
    model: 'sonar',
    asOf: LOOKED_UP,
    inputPerMillion: 1,
    outputPerMillion: 1,
    perRequest: 0.005,
  },
  {
    driver: 'perplexity',
    model: 'sonar-pro',
    asOf: LOOKED_UP,
    inputPerMillion: 3,
    outputPerMillion: 15,
    perRequest: 0.006,
  },
  // https://ai.google.dev/gemini-api/docs/pricing
  {
    driver: 'gemini',
    model: 'gemini-3.5-flash',
    asOf: LOOKED_UP,
    inputPerMillion: 1.5,
    outputPerMillion: 9,
    perSearch: 0.014,
  },
  // https://docs.x.ai/developers/pricing
  {
    driver: 'xai',
    model: 'grok-4.3',
    asOf: LOOKED_UP,
    inputPerMillion: 1.25,
    outputPerMillion: 2.5,
    perSearch: 0.005,
  },
  {
    driver: 'xai',
    model: 'grok-4.5',
    asOf: LOOKED_UP,
    inputPerMillion: 2,
    outputPerMillion: 6,
    perSearch: 0.005,
  },
]

/** Above any real cost of an answer, in US dollars: a larger report is an error of the provider. */
const IMPLAUSIBLE = 10_000

/** What is known of an answer that was paid for; of one that could not be read, what the provider reported of it. */
export type PaidAnswer = Bill & Partial<Pick<ProviderAnswer, 'surface' | 'searched'>>

/**
 * What an answer cost: the provider's own figure, or else one computed from what it counted. Null if neither is known, and for
 * simulated and replayed answers, which cost nothing.
 * @param paid.driver the driver that asked
 * @param paid.prices those of the provider's entry; null for those of the table
 */
export function costOf(
  answer: PaidAnswer,
  { driver, prices }: { driver: string; prices: Prices | null },
): Cost | null {
  if (answer.surface === 'simulated' || answer.surface === 'replay') return null
  const reported = plausible(answer.costUsd)
  if (reported !== null) return { usd: reported, source: 'provider', priceAsOf: null }
  const known = prices ?? listPrices(driver, answer.model)
  if (!known) return null
  const usd = plausible(computed(answer, known))
  return usd === null ? null : { usd, source: 'computed', priceAsOf: known.asOf }
}

function listPrices(driver: string, { reported, requested }: Bill['model']): Prices | null {
  for (const name of [reported, requested]) {
    const found = PRICES.find((priced) => priced.driver === driver && isVersionOf(name ?? '', priced.model))
    if (found) return found
  }
  return null
}

/** Whether a name is that of the model, alone or with the date of a version: `sonar-pro` is no `sonar`. */
function isVersionOf(name: string, model: string): boolean {
  return name.startsWith(model) && /^(-\d[\d-]*|-latest)?$/.test(name.slice(model.length))
}

/** Null where something that is charged was not counted. */
function computed({ usage, searched }: PaidAnswer, prices: Prices): number | null {
  const { inputPerMillion = 0, outputPerMillion = 0, perSearch = 0, perRequest = 0 } = prices
  const searches = usage?.searches ?? (searched === false ? 0 : null)
  const parts = [
    charge(usage?.inputTokens ?? null, inputPerMillion / 1e6),
    charge(usage?.outputTokens ?? null, outputPerMillion / 1e6),
    charge(searches, perSearch),
    perRequest,
  ]
  return parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

function charge(count: number | null, each: number): number | null {
  if (each === 0) return 0
  return count === null ? null : count * each
}

function plausible(usd: number | null): number | null {
  if (usd === null || !(usd >= 0 && usd < IMPLAUSIBLE)) return null
  return Number(usd.toFixed(10))
}
