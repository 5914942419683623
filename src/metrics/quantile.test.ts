import { describe, expect, it } from 'vitest'
import { quantile } from './quantile.ts'
import { seeded } from './random.ts'

describe('a quantile', () => {
  it('lies between the two nearest order statistics', () => {
    expect(quantile(Float64Array.of(4, 1, 3, 2), 0.5)).toBe(2.5)
    expect(quantile(Float64Array.of(4, 1, 3, 2), 0)).toBe(1)
    expect(quantile(Float64Array.of(4, 1, 3, 2), 1)).toBe(4)
    expect(quantile(Float64Array.of(7), 0.3)).toBe(7)
  })

  it('matches the quantile of the sorted numbers for any order and number of ties', () => {
    const random = seeded(7)
    for (let round = 0; round < 500; round += 1) {
      const values = Float64Array.from({ length: 1 + Math.floor(random() * 60) }, () =>
        Math.floor(random() * 12),
      )
      const share = random()
      const sorted = values.toSorted()
      const place = (sorted.length - 1) * share
      const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
      expect(quantile(values, share)).toBeCloseTo(below + (above - below) * (place - Math.floor(place)), 12)
      expect(values.toSorted()).toEqual(sorted)
    }
  })
})
