import { area, line } from 'd3-shape'
import styles from './chart.module.css'
import { type Estimate, type Kind, writeValue } from './estimate.ts'
import { count } from './format.ts'
import { lastOf, stretchesOf, valueAxis } from './trend.ts'

const WIDTH = 96
const HEIGHT = 24
const PADDING = 4

/** A small line with its band in a row of a table: runs from the oldest to the newest, null where there is no figure. */
export function Sparkline({
  kind = 'share',
  values,
  name,
}: {
  kind?: Kind
  values: readonly (Estimate | null)[]
  /** What it is, such as `Mention rate`, for those who cannot see it. */
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
  const said = `${name} over ${count(values.length, 'run')}: from ${writeValue(kind, first?.value ?? null)} to ${writeValue(kind, last.value)}`
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={styles.spark}
      role="img"
      aria-label={said}
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
