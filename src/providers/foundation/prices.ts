import { z } from 'zod'
import type { Cost, PaidAnswer, Prices, SpendLimit } from '../../core/provider-port/cost.ts'
import type { Bill } from '../../core/provider-port/driver.ts'

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

/**
 * List prices of a vendor's models, by model name without the date of a version, and without free quotas and
 * discounts. A model that is not listed has no computed cost.
 */
export type PriceList = Readonly<Record<string, Prices>>

/** Returns the list prices of a vendor. @param asOf day on which they were looked up, `YYYY-MM-DD` */
export function priceList(asOf: string, prices: Readonly<Record<string, Omit<Prices, 'asOf'>>>): PriceList {
  return Object.fromEntries(Object.entries(prices).map(([model, price]) => [model, { asOf, ...price }]))
}

/** US dollars. No answer costs that much, so a larger reported cost is an error of the provider. */
const IMPLAUSIBLE = 10_000

/**
 * Returns the cost of an answer: the amount reported by the provider, otherwise one computed from its usage. Returns
 * null if neither is known, and for simulated and replayed answers, which are free.
 * @param paid.prices prices of the provider's entry; null for the list prices
 * @param paid.listPrices list prices of the driver that asked
 */
export function costOf(
  answer: PaidAnswer,
  { prices, listPrices }: { prices: Prices | null; listPrices: PriceList },
): Cost | null {
  if (answer.surface === 'simulated' || answer.surface === 'replay') return null
  const reported = plausible(answer.costUsd)
  if (reported !== null) return { usd: reported, source: 'provider', priceAsOf: null }
  const applicable = prices ?? priceOf(answer.model, listPrices)
  if (!applicable) return null
  const usd = plausible(computed(answer, applicable))
  return usd === null ? null : { usd, source: 'computed', priceAsOf: applicable.asOf }
}

/** Returns the list price of the model that the vendor reports, otherwise of the requested one; null without a price. */
export function priceOf({ reported, requested }: Bill['model'], listPrices: PriceList): Prices | null {
  for (const name of [reported, requested]) {
    const entry = Object.entries(listPrices).find(([model]) => isVersionOf(name ?? '', model))
    if (entry) return entry[1]
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
