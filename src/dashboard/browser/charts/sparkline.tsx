import { area, line } from 'd3-shape'
import { count } from '../formatting/format.ts'
import styles from './chart.module.css'
import { type Estimate, type Kind, writeValue } from './estimate.ts'
import { lastOf, stretchesOf, valueAxis } from './trend.ts'

const WIDTH = 96
const HEIGHT = 24
const PADDING = 4

/**
 * A small trend line with its interval band in a table row, from the oldest run to the newest. Null marks a run without
 * a value.
 */
export function Sparkline({
  kind = 'share',
  values,
  name,
}: {
  kind?: Kind
  values: readonly (Estimate | null)[]
  /** Name of the metric for screen readers, such as `Mention rate`. */
  name: string
}) {
  const last = lastOf(values)
  if (!last) return null
  const { domain } = valueAxis(kind, values.flatMap(endsOf))
  const [low, high] = domain
  const x = (index: number) =>
    values.length < 2 ? WIDTH / 2 : PADDING + (index / (values.length - 1)) * (WIDTH - 2 * PADDING)
  const y = (value: number) => HEIGHT - PADDING - ((value - low) / (high - low)) * (HEIGHT - 2 * PADDING)
  const at = (index: number, end: 'low' | 'high') => y(values[index]?.[end] ?? values[index]?.value ?? 0)
  const band = area<number>()
    .x(x)
    .y0((index) => at(index, 'low'))
    .y1((index) => at(index, 'high'))
  const path = line<number>()
    .x(x)
    .y((index) => y(values[index]?.value ?? 0))
  const first = values.find((estimate) => estimate?.value !== null && estimate?.value !== undefined)
  const description = `${name} over ${count(values.length, 'run')}: from ${writeValue(kind, first?.value ?? null)} to ${writeValue(kind, last.value)}`
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={styles.spark}
      role="img"
      aria-label={description}
    >
      {stretchesOf(values, []).map((stretch) => (
        <g key={stretch[0]}>
          <path d={band(stretch) ?? ''} fill="var(--accent)" opacity={0.16} />
          <path
            d={path(stretch) ?? ''}
            fill="none"
            stroke="var(--accent)"
            strokeWidth={1.5}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </g>
      ))}
      <circle cx={x(last.index)} cy={y(last.value)} r={2.5} fill="var(--accent)" />
    </svg>
  )
}

function endsOf(estimate: Estimate | null): number[] {
  return estimate ? [estimate.value, estimate.low, estimate.high].filter((end) => end !== null) : []
}
