import { expect, test } from 'vitest'
import { type Flow, QUANTUM, shareQueue } from './share-queue.ts'

/** Shares places several times, as when a queue empties, and returns the sum for each flow. */
function serve(flows: (Flow & { name: string })[], { places, times }: { places: number; times: number }) {
  const totals = Object.fromEntries(flows.map(({ name }) => [name, 0]))
  for (let time = 0; time < times; time += 1) {
    for (const share of shareQueue(flows, places)) {
      share.flow.turn = share.turn
      totals[share.flow.name] = (totals[share.flow.name] ?? 0) + share.places
    }
  }
  return totals
}

test('flows of the same weight get the same number of places', () => {
  const flows = [
    { name: 'a', turn: 0, weight: 1 },
    { name: 'b', turn: 0, weight: 1 },
  ]
  expect(serve(flows, { places: 250, times: 8 })).toEqual({ a: 1000, b: 1000 })
})

test('flows get places in proportion to their weights', () => {
  const flows = [
    { name: 'free', turn: 0, weight: 1 },
    { name: 'pro', turn: 0, weight: 3 },
  ]
  expect(serve(flows, { places: 250, times: 16 })).toEqual({ free: 1000, pro: 3000 })
})

test('a flow that starts late with the lowest turn gets its share immediately, but no more', () => {
  const old = { name: 'old', turn: 12_000, weight: 1 }
  const late = { name: 'late', turn: 12_000, weight: 1 }
  expect(serve([old, late], { places: 100, times: 1 })).toEqual({ old: 50, late: 50 })
})

test('many flows share few places one after the other', () => {
  const flows = Array.from({ length: 100 }, (_, index) => ({ name: `${index}`, turn: 0, weight: 1 }))
  const totals = serve(flows, { places: 20, times: 50 })
  expect(new Set(Object.values(totals))).toEqual(new Set([QUANTUM]))
})

test('places are not granted without flows, and never more than there are', () => {
  expect(shareQueue([], 10)).toEqual([])
  const [share] = shareQueue([{ turn: 0, weight: 1 }], 7)
  expect(share?.places).toBe(7)
})
