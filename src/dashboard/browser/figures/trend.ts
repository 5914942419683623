import { scaleLinear } from 'd3-scale'
import type { Estimate, Kind } from './estimate.ts'

/** A run on the time axis. */
export interface TrendRun {
  id: string
  /** When it ended, ISO 8601. */
  at: string
  /** What changed since the run before it, such as `models changed`; null where nothing is known to have. */
  mark: string | null
}

/** The figures of an entity, one for each run. */
export interface TrendLine {
  id: string
  name: string
  /** A CSS colour. */
  colour: string
  /** The brand: drawn with its band. */
  main: boolean
  values: readonly (Estimate | null)[]
}

/** Figures of entities over runs, the oldest first. */
export interface Trend {
  kind: Kind
  runs: readonly TrendRun[]
  lines: readonly TrendLine[]
}

const WEEK = 7 * 24 * 60 * 60 * 1000

/** A stretch without a run. */
export interface Gap {
  /** The index of the run after it. */
  before: number
  /** Its middle, in milliseconds since 1970. */
  at: number
  /** How many runs would have been in it. */
  missing: number
}

/** How many pauses tell what is usual. */
const USUAL_PAUSES = 3

/** Where runs are missing: a run a week is expected, or as many as there usually are where that is less often. */
export function gapsOf(runs: readonly Pick<TrendRun, 'at'>[]): Gap[] {
  const times = runs.map(({ at }) => Date.parse(at))
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const usual = pauses.length < USUAL_PAUSES ? WEEK : Math.max(WEEK, median(pauses))
  return pauses.flatMap((pause, index) => {
    const missing = Math.round(pause / usual) - 1
    return missing > 0 ? [{ before: index + 1, at: (times[index] ?? 0) + pause / 2, missing }] : []
  })
}

/** The unbroken stretches of a line, as indexes of runs: a missing value and a gap between runs break it. */
export function stretchesOf(values: readonly (Estimate | null)[], gaps: readonly Gap[]): number[][] {
  const stretches: number[][] = []
  let open: number[] | null = null
  for (const [index, estimate] of values.entries()) {
    if (gaps.some(({ before }) => before === index)) open = null
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

/** The newest value of a line, and the index of its run; null for a line without any. */
export function lastOf(values: readonly (Estimate | null)[]): { index: number; value: number } | null {
  const index = values.findLastIndex((estimate) => estimate !== null && estimate.value !== null)
  const value = values[index]?.value
  return value === null || value === undefined ? null : { index, value }
}

/** The range of the value axis and its ticks: shares from 0, positions from 1 at the top, scores around 0. */
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

/** Which of the places on an axis get a label: the last one, and before it those at least `distance` apart. */
export function labelled(places: readonly number[], distance: number): number[] {
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
