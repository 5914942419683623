import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spread } from './spread.ts'

const BOUNDS = { distance: 16, top: 0, bottom: 200 }

it('keeps labels in place that do not touch', () => {
  expect(spread([100, 20, 60], BOUNDS)).toEqual([100, 20, 60])
})

it('moves touching labels apart by equal distances', () => {
  expect(spread([100, 100], BOUNDS)).toEqual([92, 108])
  expect(spread([100, 104, 20], BOUNDS)).toEqual([94, 110, 20])
})

it('stays within the bounds', () => {
  expect(spread([-10, 0], BOUNDS)).toEqual([0, 16])
  expect(spread([200, 199], BOUNDS)).toEqual([200, 184])
})

it('never lets labels overlap while there is room', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -50, max: 250, noNaN: true }), { maxLength: 13 }), (wanted) => {
      const sorted = spread(wanted, BOUNDS).toSorted((a, b) => a - b)
      for (const [index, place] of sorted.entries()) {
        expect(place).toBeGreaterThanOrEqual(-1e-6)
        expect(place).toBeLessThanOrEqual(200 + 1e-6)
        if (index > 0) expect(place - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(16 - 1e-6)
      }
    }),
  )
})

it('uses equal distances if there is not enough room', () => {
  expect(spread([0, 0, 0], { distance: 16, top: 0, bottom: 20 })).toEqual([0, 10, 20])
})
