import { z } from 'zod'
import type { Cost, PaidAnswer, SpendLimit } from '../../core/provider-port/cost.ts'
import type { Bill } from '../../core/provider-port/driver.ts'

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

const price = z.number('write US dollars, 0 or more').nonnegative('write US dollars, 0 or more').optional()

/** `options.prices` of an entry in PROVIDERS_FILE, which replace the list prices for this entry. */
export const pricesSchema = z
  .strictObject({
    asOf: z.iso.date('write the day of the prices, such as "2026-11-21"'),
    inputPerMillion: price,
    outputPerMillion: price,
    perSearch: price,
    perRequest: price,
  })
  .refine(({ asOf: _, ...prices }) => Object.values(prices).some((usd) => usd !== undefined), {
    error: 'write at least one of inputPerMillion, outputPerMillion, perSearch and perRequest',
  })

/** `options.spendLimit` of an entry in PROVIDERS_FILE. */
export const spendLimitSchema = z
  .strictObject({ perDay: price, perOrganizationPerDay: price })
  .transform(
    ({ perDay = null, perOrganizationPerDay = null }): SpendLimit => ({ perDay, perOrganizationPerDay }),
  )

export const UNLIMITED: SpendLimit = { perDay: null, perOrganizationPerDay: null }

interface PricedModel extends Prices {
  driver: string
  /** Model name without the date of a version. */
  model: string
}

const LOOKED_UP = '2026-11-21'

/**
 * List prices of the models that the drivers ask, without free quotas and discounts. Vendors that report their
 * charges need no entry. A model without an entry has no computed cost.
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
  // https://docs.perplexity.ai/getting-started/pricing, with the request fee of the smallest search context, the
  // API's default.
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

/** US dollars. No answer costs that much, so a larger reported cost is an error of the provider. */
const IMPLAUSIBLE = 10_000

/**
 * Returns the cost of an answer: the amount reported by the provider, otherwise one computed from its usage. Returns
 * null if neither is known, and for simulated and replayed answers, which are free.
 * @param paid.driver name of the driver that asked
 * @param paid.prices prices of the provider's entry; null for the list prices
 */
export function costOf(
  answer: PaidAnswer,
  { driver, prices }: { driver: string; prices: Prices | null },
): Cost | null {
  if (answer.surface === 'simulated' || answer.surface === 'replay') return null
  const reported = plausible(answer.costUsd)
  if (reported !== null) return { usd: reported, source: 'provider', priceAsOf: null }
  const applicable = prices ?? listPrices(driver, answer.model)
  if (!applicable) return null
  const usd = plausible(computed(answer, applicable))
  return usd === null ? null : { usd, source: 'computed', priceAsOf: applicable.asOf }
}

function listPrices(driver: string, { reported, requested }: Bill['model']): Prices | null {
  for (const name of [reported, requested]) {
    const entry = PRICES.find((priced) => priced.driver === driver && isVersionOf(name ?? '', priced.model))
    if (entry) return entry
  }
  return null
}

/**
 * Returns whether a name is the model's name, optionally with a version date. `sonar-pro` is not a version of
 * `sonar`.
 */
function isVersionOf(name: string, model: string): boolean {
  return name.startsWith(model) && /^(-\d[\d-]*|-latest)?$/.test(name.slice(model.length))
}

/** Computes the cost from usage and prices. Returns null if something that is charged was not counted. */
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
