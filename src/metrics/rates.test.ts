import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaQuantileAbove, betaQuantileBelow } from './beta-distribution.ts'
import type { Rate } from './definitions.ts'
import { wilson } from './intervals.ts'
import { seeded } from './random.ts'
import { clusteredRate, rate } from './rates.ts'

const counts = fc
  .tuple(fc.nat({ max: 5_000 }), fc.nat({ max: 5_000 }))
  .map(([a, b]) => ({ numerator: Math.min(a, b), denominator: Math.max(a, b, 1) }))
/** Number of answers per prompt, and how many of them are positive. */
const clusters = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat({ max: 9 })).map(([n, k]) => [Math.min(k, n), n] as const),
  { minLength: 2, maxLength: 30 },
)

function expectSound({ value, low, high }: Rate): void {
  if (value === null || low === null || high === null) throw new Error('something was counted')
  expect(low).toBeGreaterThanOrEqual(0)
  expect(high).toBeLessThanOrEqual(1)
  expect(low).toBeLessThanOrEqual(value)
  expect(high).toBeGreaterThanOrEqual(value)
  expect(high).toBeGreaterThan(low)
}

const clustered = (pairs: readonly (readonly [number, number])[]) =>
  clusteredRate(
    pairs.map(([k]) => k),
    pairs.map(([, n]) => n),
  )

describe('the interval of independent answers', () => {
  it('contains its rate, has a positive width and stays within 0…1', () => {
    fc.assert(fc.property(counts, ({ numerator, denominator }) => expectSound(rate(numerator, denominator))))
  })

  // R. G. Newcombe, Statistics in Medicine 17, 1998, table I: Wilson (method 3) and Clopper–Pearson (method 5).
  it.each([
    { numerator: 81, denominator: 263, score: [0.2553, 0.3662], exact: [0.2527, 0.3676] },
    { numerator: 15, denominator: 148, score: [0.0624, 0.1605], exact: [0.0578, 0.1617] },
    { numerator: 0, denominator: 20, score: [0, 0.1611], exact: [0, 0.1684] },
    { numerator: 1, denominator: 29, score: [0.0061, 0.1718], exact: [0.0009, 0.1776] },
  ])('lies between the published intervals of Wilson and of Clopper–Pearson: %o', (published) => {
    const { numerator, denominator, score, exact } = published
    const { low, high } = wilson(numerator, denominator)
    expect([low, high].map((end) => end.toFixed(4))).toEqual(score.map((end) => end.toFixed(4)))
    const actual = rate(numerator, denominator)
    expect(actual.low).toBeLessThanOrEqual(low)
    expect(actual.high).toBeGreaterThanOrEqual(high)
    expect(actual.low).toBeGreaterThanOrEqual((exact[0] ?? 0) - 0.00005)
    expect(actual.high).toBeLessThanOrEqual((exact[1] ?? 1) + 0.00005)
    if (numerator > 0)
      expect(betaQuantileBelow(1, 0.025, numerator, denominator - numerator + 1)).toBeCloseTo(
        exact[0] ?? 0,
        4,
      )
    expect(betaQuantileAbove(0, 0.975, numerator + 1, denominator - numerator)).toBeCloseTo(exact[1] ?? 1, 4)
  })

  it('mirrors the interval of the complementary rate, and gets narrower with more answers', () => {
    fc.assert(
      fc.property(counts, ({ numerator, denominator }) => {
        const [share, complement] = [rate(numerator, denominator), rate(denominator - numerator, denominator)]
        expect(share.low).toBeCloseTo(1 - (complement.high ?? 0), 6)
        const more = rate(numerator * 4, denominator * 4)
        expect((more.high ?? 1) - (more.low ?? 0)).toBeLessThan((share.high ?? 1) - (share.low ?? 0))
      }),
    )
  })

  it('is null if the denominator is 0', () => {
    expect(rate(0, 0)).toMatchObject({ value: null, low: null, high: null })
  })
})

describe('the interval of answers that share prompts', () => {
  it('contains its rate, has a positive width, stays within 0…1 and is never narrower than Wilson', () => {
    fc.assert(
      fc.property(clusters, (pairs) => {
        const resampled = clustered(pairs)
        expectSound(resampled)
        expect(resampled.method).toBe('beta_binomial')
        const { low, high } = rate(resampled.numerator, resampled.denominator)
        expect(resampled.low).toBeLessThanOrEqual(low ?? 0)
        expect(resampled.high).toBeGreaterThanOrEqual(high ?? 1)
      }),
      { numRuns: 60 },
    )
  })

  it('gives the same interval for the same counts', () => {
    const pairs = Array.from({ length: 20 }, (_, n) => [n % 4, 3] as const).map(
      ([k, n]) => [Math.min(k, n), n] as const,
    )
    const first = clustered(pairs)
    clustered(pairs.slice(1))
    expect(clustered(pairs)).toEqual(first)
  })

  it('is wider if answers to a prompt agree, and keeps its coverage', () => {
    const random = seeded(7)
    let covered = 0
    const worlds = 300
    for (let n = 0; n < worlds; n += 1) {
      // Thirty prompts that always or never mention the brand: five answers to a prompt are worth a single one.
      const { low, high } = clustered(Array.from({ length: 30 }, () => [random() < 0.4 ? 5 : 0, 5] as const))
      if (low !== null && high !== null && low <= 0.4 && high >= 0.4) covered += 1
    }
    expect(covered / worlds).toBeGreaterThan(0.9)
    const agreeing = clustered(Array.from({ length: 30 }, (_, n) => [n < 12 ? 5 : 0, 5] as const))
    const independent = rate(60, 150)
    const width = ({ low, high }: Rate) => (high ?? 0) - (low ?? 0)
    expect(width(agreeing)).toBeGreaterThan(1.8 * width(independent))
  })

  const prompts = (count: number, present: number, answers: number) =>
    Array.from({ length: count }, () => [present, answers] as const)

  it('does not count answers that all agree as independent', () => {
    for (const [present, answers] of [
      [0, 10],
      [10, 10],
    ] as const) {
      const { low, high } = clustered(prompts(10, present, answers))
      const width = (high ?? 0) - (low ?? 0)
      const [ten, hundred] = [rate(0, 10), rate(0, 100)]
      expect(width).toBeLessThanOrEqual((ten.high ?? 0) + 1e-9)
      expect(width).toBeGreaterThan(4 * (hundred.high ?? 1))
    }
  })

  it('gets narrower with more prompts, but hardly with more answers that agree', () => {
    const width = (pairs: readonly (readonly [number, number])[]) => {
      const { low, high } = clustered(pairs)
      return (high ?? 0) - (low ?? 0)
    }
    const few = [...prompts(6, 5, 5), ...prompts(4, 0, 5)]
    expect(width([...few, ...few, ...few, ...few])).toBeLessThan(0.6 * width(few))
    expect(width([...prompts(6, 50, 50), ...prompts(4, 0, 50)])).toBeGreaterThan(0.9 * width(few))
  })

  it('mirrors the interval of the complementary rate', () => {
    fc.assert(
      fc.property(clusters, (pairs) => {
        const [share, complement] = [clustered(pairs), clustered(pairs.map(([k, n]) => [n - k, n]))]
        expect(share.low).toBeCloseTo(1 - (complement.high ?? 0), 5)
      }),
      { numRuns: 60 },
    )
  })

  it('exists if only one prompt has answers', () => {
    const { low, high } = clustered([[2, 4], ...prompts(5, 0, 0)])
    expect(low).toBeLessThan(rate(2, 4).low ?? 0)
    expect(high).toBeGreaterThan(rate(2, 4).high ?? 1)
    expect(clustered(prompts(3, 0, 0))).toMatchObject({ value: null, low: null, high: null })
  })
})
