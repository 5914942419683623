import { scaleLinear } from 'd3-scale'
import type { Estimate, Kind } from './estimate.ts'

export interface TrendRun {
  id: string
  /** When the run ended, as ISO 8601. */
  at: string
  /** What changed since the previous run, such as `models changed`; null if there is no known change. */
  mark: string | null
  /** Whether the run asked mostly the same prompts as the previous run, so that a line may connect both. */
  continues: boolean
}

/** The values of an entity, one per run. */
export interface TrendLine {
  id: string
  name: string
  color: string
  /** Whether this is the brand, which is drawn with its band. */
  main: boolean
  values: readonly (Estimate | null)[]
}

/** Values of entities over time, the oldest run first. */
export interface Trend {
  kind: Kind
  runs: readonly TrendRun[]
  lines: readonly TrendLine[]
}

const WEEK = 7 * 24 * 60 * 60 * 1000

/** A period without runs. */
export interface Gap {
  /** Index of the first run after the gap. */
  before: number
  /** Middle of the gap, in milliseconds since 1970. */
  at: number
  /** Number of runs missing in the gap. */
  missing: number
}

/** Minimum number of pauses needed to estimate the usual one. */
const USUAL_PAUSES = 3

/** Finds gaps between runs. Runs are expected weekly, or at their usual interval if that is longer. */
export function gapsOf(runs: readonly Pick<TrendRun, 'at'>[]): Gap[] {
  const times = runs.map(({ at }) => Date.parse(at))
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const usual = pauses.length < USUAL_PAUSES ? WEEK : Math.max(WEEK, median(pauses))
  return pauses.flatMap((pause, index) => {
    const missing = Math.round(pause / usual) - 1
    return missing > 0 ? [{ before: index + 1, at: (times[index] ?? 0) + pause / 2, missing }] : []
  })
}

/**
 * Returns the uninterrupted segments of a line as run indexes. Missing values, gaps and runs with other prompts
 * interrupt a line.
 */
export function stretchesOf(
  values: readonly (Estimate | null)[],
  gaps: readonly Gap[],
  runs: readonly Pick<TrendRun, 'continues'>[] = [],
): number[][] {
  const stretches: number[][] = []
  let open: number[] | null = null
  for (const [index, estimate] of values.entries()) {
    if (gaps.some(({ before }) => before === index) || runs[index]?.continues === false) open = null
    if (!estimate || estimate.value === null) {
      open = null
      continue
    }
    if (!open) {
      open = []
      stretches.push(open)
    }
    open.push(index)
  }
  return stretches
}

/** Returns the newest value of a line and the index of its run; null if the line has no values. */
export function lastOf(values: readonly (Estimate | null)[]): { index: number; value: number } | null {
  const index = values.findLastIndex((estimate) => estimate !== null && estimate.value !== null)
  const value = values[index]?.value
  return value === null || value === undefined ? null : { index, value }
}

/** Returns the range and ticks of the value axis: shares start at 0, positions have 1 at the top, scores include 0. */
export function valueAxis(
  kind: Kind,
  values: readonly number[],
): { domain: [number, number]; ticks: number[] } {
  switch (kind) {
    case 'share': {
      const highest = Math.max(0.1, ...values)
      const scale = scaleLinear().domain([0, highest]).nice(4)
      const [, end = 1] = scale.domain()
      const domain: [number, number] = [0, Math.min(1, end)]
      return { domain, ticks: scale.domain(domain).ticks(4) }
    }
    case 'position': {
      const worst = Math.max(2, Math.ceil(Math.max(1, ...values)))
      const step = Math.ceil((worst - 1) / 5)
      const ticks = Array.from({ length: Math.floor((worst - 1) / step) + 1 }, (_, index) => 1 + index * step)
      return { domain: [worst, 1], ticks }
    }
    case 'score': {
      const scale = scaleLinear()
        .domain([Math.min(0, ...values), Math.max(0.2, ...values)])
        .nice(4)
      const [start = -1, end = 1] = scale.domain()
      const domain: [number, number] = [Math.max(-1, start), Math.min(1, end)]
      return { domain, ticks: scale.domain(domain).ticks(4) }
    }
  }
}

/** Selects the axis positions that get a label: the last one, and earlier ones at least `distance` apart. */
export function labeledPlaces(places: readonly number[], distance: number): number[] {
  const chosen: number[] = []
  let next = Number.POSITIVE_INFINITY
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const place = places[index] ?? 0
    if (place > next - distance) continue
    chosen.unshift(index)
    next = place
  }
  return chosen
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
