import { describe, expect, it } from 'vitest'
import type { Estimate } from './estimate.ts'
import { gapsOf, labeledPlaces, lastOf, stretchesOf, valueAxis } from './trend.ts'

const DAY = 24 * 60 * 60 * 1000

/** Creates runs that ended the given numbers of days after the first. */
function runs(...days: number[]) {
  return days.map((day) => ({ at: new Date(day * DAY).toISOString() }))
}

function estimate(value: number | null): Estimate {
  return { value, low: value, high: value, numerator: 1, denominator: 10 }
}

describe('gaps', () => {
  it('are weeks without a run', () => {
    expect(gapsOf(runs(0, 7, 14, 28, 35))).toEqual([{ before: 3, at: 21 * DAY, missing: 1 }])
    expect(gapsOf(runs(0, 7, 35))).toMatchObject([{ before: 2, missing: 3 }])
  })

  it('do not occur between runs that are less than a week apart, or a day late', () => {
    expect(gapsOf(runs(0, 1, 2, 9, 17))).toEqual([])
  })

  it('are measured by the usual interval if runs are less frequent than weekly', () => {
    expect(gapsOf(runs(0, 30, 60, 120, 150))).toMatchObject([{ before: 3, missing: 1 }])
  })

  it('need two runs', () => {
    expect(gapsOf([])).toEqual([])
    expect(gapsOf(runs(0))).toEqual([])
  })
})

describe('a line', () => {
  it('is interrupted by a gap and by a missing value', () => {
    const values = [
      estimate(0.1),
      estimate(0.2),
      null,
      estimate(0.3),
      estimate(null),
      estimate(0.4),
      estimate(0.5),
    ]
    expect(stretchesOf(values, [{ before: 6, at: 0, missing: 1 }])).toEqual([[0, 1], [3], [5], [6]])
  })

  it('is interrupted by a run with other prompts', () => {
    const values = [estimate(0.8), estimate(0.8), estimate(0.4), estimate(0.4)]
    const runs = [{ continues: true }, { continues: true }, { continues: false }, { continues: true }]
    expect(stretchesOf(values, [], runs)).toEqual([
      [0, 1],
      [2, 3],
    ])
  })

  it('ends at its newest value', () => {
    expect(lastOf([estimate(0.1), estimate(0.2), null])).toEqual({ index: 1, value: 0.2 })
    expect(lastOf([null, estimate(null)])).toBeNull()
  })
})

describe('the value axis', () => {
  it('starts at 0 for shares and never exceeds 1', () => {
    expect(valueAxis('share', [0.25, 0.63])).toEqual({ domain: [0, 0.8], ticks: [0, 0.2, 0.4, 0.6, 0.8] })
    expect(valueAxis('share', [0.97, 1]).domain).toEqual([0, 1])
    expect(valueAxis('share', []).domain).toEqual([0, 0.1])
  })

  it('has the first position at the top', () => {
    expect(valueAxis('position', [1.4, 3.2])).toEqual({ domain: [4, 1], ticks: [1, 2, 3, 4] })
    expect(valueAxis('position', [])).toEqual({ domain: [2, 1], ticks: [1, 2] })
  })

  it('includes 0 for scores', () => {
    expect(valueAxis('score', [0.3, 0.5]).domain[0]).toBe(0)
    expect(valueAxis('score', [-0.3]).domain[0]).toBeLessThanOrEqual(-0.3)
  })
})

it('axis labels keep their distance, and the newest is always labeled', () => {
  expect(labeledPlaces([0, 40, 80, 120, 160], 76)).toEqual([0, 2, 4])
  expect(labeledPlaces([], 76)).toEqual([])
})
