import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rate } from './definitions.ts'
import { seeded } from './random.ts'
import { clusteredRate, rate } from './rates.ts'
import { resamplingWithShared } from './shared-resampling.ts'

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
    resamplingWithShared(pairs.length),
  )

describe('the Wilson interval', () => {
  it('contains its rate, has a positive width and stays within 0…1', () => {
    fc.assert(fc.property(counts, ({ numerator, denominator }) => expectSound(rate(numerator, denominator))))
  })

  it('equals published values', () => {
    // R. G. Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
    for (const [numerator, denominator, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      expect(rate(numerator, denominator).low).toBeCloseTo(low, 4)
      expect(rate(numerator, denominator).high).toBeCloseTo(high, 4)
    }
  })

  it('mirrors the interval of the complementary rate, and narrows with more answers', () => {
    fc.assert(
      fc.property(counts, ({ numerator, denominator }) => {
        const [one, other] = [rate(numerator, denominator), rate(denominator - numerator, denominator)]
        expect(one.low).toBeCloseTo(1 - (other.high ?? 0), 10)
        const more = rate(numerator * 4, denominator * 4)
        expect((more.high ?? 1) - (more.low ?? 0)).toBeLessThan((one.high ?? 1) - (one.low ?? 0))
      }),
    )
  })

  it('is null where nothing was counted', () => {
    expect(rate(0, 0)).toMatchObject({ value: null, low: null, high: null })
  })
})

describe('the bootstrap interval over prompts', () => {
  it('contains its rate, has a positive width, stays within 0…1 and is never narrower than Wilson', () => {
    fc.assert(
      fc.property(clusters, (pairs) => {
        const resampled = clustered(pairs)
        expectSound(resampled)
        expect(resampled.method).toBe('bootstrap')
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

  it('is wider where answers to one prompt agree, and covers the true rate as often as it promises', () => {
    const random = seeded(7)
    let covered = 0
    const worlds = 300
    for (let n = 0; n < worlds; n += 1) {
      // Thirty prompts that name the brand always or never: 5 answers to one are worth a single one.
      const { low, high } = clustered(Array.from({ length: 30 }, () => [random() < 0.4 ? 5 : 0, 5] as const))
      if (low !== null && high !== null && low <= 0.4 && high >= 0.4) covered += 1
    }
    expect(covered / worlds).toBeGreaterThan(0.9)
    const agreeing = clustered(Array.from({ length: 30 }, (_, n) => [n < 12 ? 5 : 0, 5] as const))
    const independent = rate(60, 150)
    const width = ({ low, high }: Rate) => (high ?? 0) - (low ?? 0)
    expect(width(agreeing)).toBeGreaterThan(1.8 * width(independent))
  })
})
