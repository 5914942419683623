import { expect, test } from 'vitest'
import type { PaidAnswer } from '../../core/provider-port/cost.ts'
import type { Usage } from '../../core/provider-port/driver.ts'
import { costOf, priceList, pricesSchema } from './prices.ts'

const LIST = priceList('2026-11-21', {
  'gpt-5.6-terra': { inputPerMillion: 2.5, outputPerMillion: 15, perSearch: 0.01 },
  sonar: { inputPerMillion: 1 },
})

const usage: Usage = { inputTokens: 1_000_000, outputTokens: 200_000, searches: 3 }

function answer(given: Partial<PaidAnswer> = {}): PaidAnswer {
  return { model: { requested: null, reported: null }, usage, costUsd: null, ...given }
}

const named = (reported: string | null, requested: string | null = null) =>
  answer({ model: { reported, requested } })

test('the cost reported by the provider takes precedence over a computed cost', () => {
  const paid = { listPrices: LIST, prices: { asOf: '2026-11-01', perRequest: 1 } }
  expect(costOf(answer({ costUsd: 0.25 }), paid)).toEqual({ usd: 0.25, source: 'provider', priceAsOf: null })
  expect(costOf(answer({ costUsd: 0 }), paid)).toMatchObject({ usd: 0, source: 'provider' })
})

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e12])(
  'a reported cost of %d US dollars is ignored as an error of the provider',
  (costUsd) => {
    expect(costOf(answer({ costUsd }), { listPrices: {}, prices: null })).toBeNull()
  },
)

test('the list price of a model with web search covers tokens and searches, and has a date', () => {
  expect(costOf(named('gpt-5.6-terra-2026-07-01'), { listPrices: LIST, prices: null })).toEqual({
    usd: 2.5 + 0.2 * 15 + 3 * 0.01,
    source: 'computed',
    priceAsOf: '2026-11-21',
  })
})

test('the requested model is used if the reported one has no price', () => {
  const cost = costOf(named('router-7', 'gpt-5.6-terra'), { listPrices: LIST, prices: null })
  expect(cost?.usd).toBeCloseTo(5.53)
})

test.each(['gpt-5.6-terra-mini', 'gpt-5.6', 'sonar-pro', 'unknown'])(
  'a model without a price, %s, has no computed cost',
  (model) => {
    expect(costOf(named(model), { listPrices: LIST, prices: null })).toBeNull()
  },
)

test('the cost is unknown if something that is charged was not counted', () => {
  const uncounted = answer({ usage: { inputTokens: 1, outputTokens: 2, searches: null } })
  const paid = (prices: object) =>
    costOf(uncounted, { listPrices: {}, prices: { asOf: '2026-11-01', ...prices } })
  expect(paid({ inputPerMillion: 1, perSearch: 0.01 })).toBeNull()
  expect(paid({ outputPerMillion: 1 })?.usd).toBe(0.000002)
  expect(
    costOf(
      { ...uncounted, searched: false },
      { listPrices: {}, prices: { asOf: '2026-11-01', perSearch: 1 } },
    ),
  ).toMatchObject({ usd: 0 })
})

test('a price per question needs no usage', () => {
  const prices = { asOf: '2026-11-01', perRequest: 0.003 }
  expect(costOf(answer({ usage: null }), { listPrices: {}, prices })?.usd).toBe(0.003)
})

test.each(['simulated', 'replay'] as const)(
  '%s answers are free, whatever prices are configured',
  (surface) => {
    const prices = { asOf: '2026-11-01', perRequest: 0.003 }
    expect(costOf(answer({ surface, costUsd: 1 }), { listPrices: {}, prices })).toBeNull()
  },
)

test('prices of an entry require a date and at least one price of 0 or more', () => {
  const isValid = (prices: object) => pricesSchema.safeParse(prices).success
  expect(isValid({ asOf: '2026-11-01', perRequest: 0 })).toBe(true)
  expect(isValid({ perRequest: 1 })).toBe(false)
  expect(isValid({ asOf: '2026-11-01' })).toBe(false)
  expect(isValid({ asOf: 'November', perRequest: 1 })).toBe(false)
  expect(isValid({ asOf: '2026-11-01', perRequest: -1 })).toBe(false)
})
