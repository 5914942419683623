import { type Estimate, writeValue } from './estimate.ts'
import { spread, widthOfText } from './spread.ts'
import { type Gap, gapsOf, lastOf, stretchesOf, type Trend, valueAxis } from './trend.ts'

/** In charts narrower than this, labels are below the chart instead of at the ends of the lines. */
export const NARROW = 480

const TOP = 14
const BOTTOM = 28
const LEFT = 44
/** Distance between the end of a line and its label. */
const LABEL_GAP = 10
const LABEL_HEIGHT = 16
const WIDEST_LABEL = 190

export interface EndLabel {
  text: string
  /** Where the line ends. */
  x: number
  y: number
  /** Vertical position of the label. */
  labelY: number
}

/** Positions of all parts of a trend chart, in pixels. */
export interface TrendLayout {
  left: number
  right: number
  top: number
  bottom: number
  /** Horizontal positions of the runs. */
  xs: number[]
  y: (value: number) => number
  xOf: (time: number) => number
  ticks: number[]
  gaps: Gap[]
  /** For each line, its uninterrupted segments as run indexes. */
  stretches: number[][][]
  /** For each line, its label; null for a line without a value, and for all lines of a narrow chart. */
  labels: (EndLabel | null)[]
}

/** Computes the layout of a trend chart. */
export function layOutTrend(
  { kind, runs, lines }: Trend,
  { width, height }: { width: number; height: number },
): TrendLayout {
  const ends = lines.map(({ values }) => lastOf(values))
  const texts = lines.map(({ name }, index) => `${name} ${writeValue(kind, ends[index]?.value ?? null)}`)
  const hasEndLabels = width >= NARROW
  const labelWidth = hasEndLabels
    ? Math.min(WIDEST_LABEL, Math.max(0, ...texts.map((text) => widthOfText(text))))
    : 0
  const left = LEFT
  const right = Math.max(left + 1, width - (hasEndLabels ? labelWidth + LABEL_GAP + 4 : 14))
  const top = TOP
  const bottom = height - BOTTOM
  const times = runs.map(({ at }) => Date.parse(at))
  const [start = 0] = times
  const end = times.at(-1) ?? start
  const xOf = (time: number) =>
    end === start ? right : left + ((time - start) / (end - start)) * (right - left)
  const { domain, ticks } = valueAxis(
    kind,
    lines.flatMap(({ main, values }) => reach(values, main)),
  )
  const [low, high] = domain
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top)
  const gaps = gapsOf(runs)
  const ys = ends.map((last) => (last ? y(last.value) : null))
  const drawn = ys.filter((place) => place !== null)
  const places = spread(drawn, { distance: LABEL_HEIGHT, top: top - 4, bottom })
  let next = 0
  const labels = ends.map((last, index) => {
    const place = ys[index]
    if (!hasEndLabels || !last || place === null || place === undefined) return null
    const labelY = places[next++] ?? place
    return { text: shorten(texts[index] ?? ''), x: xOf(times[last.index] ?? 0), y: place, labelY }
  })
  return {
    left,
    right,
    top,
    bottom,
    xs: times.map(xOf),
    y,
    xOf,
    ticks,
    gaps,
    stretches: lines.map(({ values }) => stretchesOf(values, gaps, runs)),
    labels,
  }
}

/** Returns all values that the axis has to cover, including the ends of the brand's band. */
function reach(values: readonly (Estimate | null)[], main: boolean): number[] {
  return values
    .flatMap((estimate) =>
      estimate ? (main ? [estimate.value, estimate.low, estimate.high] : [estimate.value]) : [],
    )
    .filter((value) => value !== null)
}

/** Shortens a label to fit next to the chart. It cuts the name and keeps the value. */
function shorten(text: string): string {
  const maxLength = Math.floor(WIDEST_LABEL / widthOfText('m'))
  if (text.length <= maxLength) return text
  const figure = text.slice(text.lastIndexOf(' '))
  return `${text.slice(0, maxLength - figure.length - 1)}…${figure}`
}
