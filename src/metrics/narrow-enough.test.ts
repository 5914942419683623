import { expect, it, test } from 'vitest'
import { halfWidthOf, isNarrowEnough } from './narrow-enough.ts'
import { coverageOfRounds } from './simulated-rounds.ts'

const SAMPLE = { analyses: 400, seed: 23 }
/** Two standard errors of a coverage of 93 % over this many analyses. */
const CHANCE = 2 * Math.sqrt((0.93 * 0.07) / SAMPLE.analyses)
const AT_MOST = 10
/** Time limit in milliseconds for tests with thousands of intervals on a busy machine. */
const SLOW = 120_000

// Half widths that some analyses reach by chance and others do not. There, stopping early costs the most coverage.
test.each([
  { prompts: 5, replicates: 1, halfWidth: 0.25 },
  { prompts: 5, replicates: 5, halfWidth: 0.25 },
  { prompts: 10, replicates: 1, halfWidth: 0.15 },
  { prompts: 10, replicates: 2, halfWidth: 0.05 },
  { prompts: 50, replicates: 2, halfWidth: 0.1 },
])(
  'at least 93 % of the intervals at which analyses stop contain the true rate, for any rate and correlation: %o',
  ({ halfWidth, ...panel }) => {
    for (const correlation of [0, 0.5, 0.9])
      for (const rate of [0.02, 0.1, 0.5, 0.9]) {
        const stopping = { halfWidths: [halfWidth], atMost: AT_MOST }
        const [stopped] = coverageOfRounds({ ...panel, correlation, rate }, stopping, SAMPLE)
        expect(stopped?.covered).toBeGreaterThanOrEqual(0.93 - CHANCE)
      }
  },
  SLOW,
)

it('is not narrow enough if two more answers on each side would widen the interval too far', () => {
  const counts = [{ present: 5, answers: 5 }]
  const halfWidth = (halfWidthOf(counts) ?? 0) + 0.001
  expect(isNarrowEnough(counts, halfWidth)).toBe(false)
  expect(isNarrowEnough([{ present: 50, answers: 50 }], halfWidth)).toBe(true)
})

it('is not narrow enough without answers', () => {
  expect(isNarrowEnough([], 0.5)).toBe(false)
  expect(halfWidthOf([])).toBeNull()
})
