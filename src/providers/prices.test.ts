import { expect, test } from 'vitest'
import type { Usage } from './driver.ts'
import { costOf, type PaidAnswer, pricesSchema } from './prices.ts'

const usage: Usage = { inputTokens: 1_000_000, outputTokens: 200_000, searches: 3 }

function answer(given: Partial<PaidAnswer> = {}): PaidAnswer {
  return { model: { requested: null, reported: null }, usage, costUsd: null, ...given }
}

const named = (reported: string | null, requested: string | null = null) =>
  answer({ model: { reported, requested } })

test('the figure of the provider comes before a computed one', () => {
  const paid = { driver: 'openai', prices: { asOf: '2026-11-01', perRequest: 1 } }
  expect(costOf(answer({ costUsd: 0.25 }), paid)).toEqual({ usd: 0.25, source: 'provider', priceAsOf: null })
  expect(costOf(answer({ costUsd: 0 }), paid)).toMatchObject({ usd: 0, source: 'provider' })
})

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e12])(
  'a report of %d US dollars is an error of the provider and is not used',
  (costUsd) => {
    expect(costOf(answer({ costUsd }), { driver: 'unknown', prices: null })).toBeNull()
  },
)

test('the list price of a model with web search counts tokens and searches, and tells its day', () => {
  expect(costOf(named('gpt-5.6-terra-2026-07-01'), { driver: 'openai', prices: null })).toEqual({
    usd: 2.5 + 0.2 * 15 + 3 * 0.01,
    source: 'computed',
    priceAsOf: '2026-11-21',
  })
})

test('the model that was requested is taken where the reported one has no price', () => {
  const cost = costOf(named('router-7', 'gpt-5.6-terra'), { driver: 'openai', prices: null })
  expect(cost?.usd).toBeCloseTo(5.53)
})

test.each([
  ['gemini', 'gemini-3.5-flash-lite'],
  ['perplexity', 'sonar-reasoning-pro'],
  ['openai', 'gpt-5.6'],
  ['openai-compatible', 'gpt-5.6-terra'],
])('a model of %s without a price of its own, %s, has no computed cost', (driver, model) => {
  expect(costOf(named(model), { driver, prices: null })).toBeNull()
})

test('what is charged and was not counted makes the cost unknown; what is not charged does not', () => {
  const uncounted = answer({ usage: { inputTokens: 1, outputTokens: 2, searches: null } })
  const paid = (prices: object) =>
    costOf(uncounted, { driver: 'any', prices: { asOf: '2026-11-01', ...prices } })
  expect(paid({ inputPerMillion: 1, perSearch: 0.01 })).toBeNull()
  expect(paid({ outputPerMillion: 1 })?.usd).toBe(0.000002)
  expect(
    costOf(
      { ...uncounted, searched: false },
      { driver: 'any', prices: { asOf: '2026-11-01', perSearch: 1 } },
    ),
  ).toMatchObject({ usd: 0 })
})

test('a price for each question needs no counts', () => {
  const prices = { asOf: '2026-11-01', perRequest: 0.003 }
  expect(costOf(answer({ usage: null }), { driver: 'brightdata', prices })?.usd).toBe(0.003)
})

test.each(['simulated', 'replay'] as const)(
  '%s answers cost nothing, whatever prices are configured',
  (surface) => {
    const prices = { asOf: '2026-11-01', perRequest: 0.003 }
    expect(costOf(answer({ surface, costUsd: 1 }), { driver: 'any', prices })).toBeNull()
  },
)

test('prices of an entry need a day, and at least one price of 0 or more', () => {
  const isValid = (prices: object) => pricesSchema.safeParse(prices).success
  expect(isValid({ asOf: '2026-11-01', perRequest: 0 })).toBe(true)
  expect(isValid({ perRequest: 1 })).toBe(false)
  expect(isValid({ asOf: '2026-11-01' })).toBe(false)
  expect(isValid({ asOf: 'November', perRequest: 1 })).toBe(false)
  expect(isValid({ asOf: '2026-11-01', perRequest: -1 })).toBe(false)
})
