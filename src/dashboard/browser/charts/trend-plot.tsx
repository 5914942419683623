import { area, line } from 'd3-shape'
import { count, day } from '../formatting/format.ts'
import { writeValue } from './estimate.ts'
import { widthOfText } from './spread.ts'
import { labeledPlaces, type Trend, type TrendLine } from './trend.ts'
import { NARROW, type TrendLayout } from './trend-layout.ts'

/** Fractions of the interval's half width, from the outside in. The band gets darker toward the more likely values. */
export const GRADES = [1, 0.8, 0.6, 0.4, 0.2]

/** Background outline that keeps text on lines readable. */
const HALO = { stroke: 'var(--ground)', strokeWidth: 4, paintOrder: 'stroke' } as const

/** The point selected by pointer or keyboard: indexes of a run and a line. */
export interface TrendPoint {
  run: number
  line: number
}

/** Draws a trend. */
export function TrendPlot({
  trend,
  layout,
  width,
  height,
  active,
}: {
  trend: Trend
  layout: TrendLayout
  width: number
  height: number
  active: TrendPoint | null
}) {
  const { xs, y, top, bottom, stretches, labels } = layout
  // The brand is drawn last, on top of all others.
  const order = trend.lines.map((_, index) => index).sort((a, b) => mainOf(trend, a) - mainOf(trend, b))
  const chosen = active && xs[active.run]
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      fontSize="12"
      fill="var(--text-3)"
    >
      <Axes trend={trend} layout={layout} width={width} height={height} />
      <Marks trend={trend} layout={layout} />
      {chosen !== null && <line x1={chosen} x2={chosen} y1={top} y2={bottom} stroke="var(--line-strong)" />}
      {order.map((index) => {
        const entity = trend.lines[index]
        if (!entity) return null
        return (
          <g key={entity.id} opacity={entity.main || active?.line === index ? 1 : 0.85}>
            {entity.main && <Band entity={entity} stretches={stretches[index] ?? []} layout={layout} />}
            <Strokes
              entity={entity}
              stretches={stretches[index] ?? []}
              layout={layout}
              strong={active?.line === index}
            />
            <End entity={entity} label={labels[index] ?? null} right={layout.right} />
          </g>
        )
      })}
      {active &&
        trend.lines.map(({ id, color, values }, index) => {
          const value = values[active.run]?.value
          if (value === null || value === undefined) return null
          const here = index === active.line
          return (
            <circle
              key={id}
              cx={xs[active.run]}
              cy={y(value)}
              r={here ? 5 : 3.5}
              fill={color}
              stroke="var(--ground)"
              strokeWidth={here ? 2 : 1}
            />
          )
        })}
    </svg>
  )
}

function Axes({
  trend: { kind, runs },
  layout: { left, right, xs, y, ticks },
  width,
  height,
}: {
  trend: Trend
  layout: TrendLayout
  width: number
  height: number
}) {
  const days = labeledPlaces(xs, width < NARROW ? 90 : 76)
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {writeValue(kind, tick)}
          </text>
        </g>
      ))}
      {days.map((index) => (
        <text key={runs[index]?.id} x={xs[index]} y={height - 6} textAnchor="middle">
          {day(runs[index]?.at)}
        </text>
      ))}
    </>
  )
}

/** Draws weeks without a run, and what changed between two runs. */
function Marks({
  trend: { runs },
  layout: { xs, xOf, gaps, top, bottom, right },
}: {
  trend: Trend
  layout: TrendLayout
}) {
  // A label that would overlap the previous one is left out. Its line stays, and selecting the run shows the text.
  let occupiedUntil = Number.NEGATIVE_INFINITY
  const changes = runs.flatMap(({ id, mark }, index) => {
    if (!mark || index === 0) return []
    const x = ((xs[index] ?? 0) + (xs[index - 1] ?? 0)) / 2
    const leftwards = x > right - 120
    const width = widthOfText(mark) + 5
    const [from, to] = leftwards ? [x - width, x] : [x, x + width]
    const isFree = from > occupiedUntil
    if (isFree) occupiedUntil = to
    return [{ id, mark, x, leftwards, isFree }]
  })
  return (
    <>
      {gaps.map(({ at, missing }) => (
        <g key={at}>
          <line
            x1={xOf(at)}
            x2={xOf(at)}
            y1={top}
            y2={bottom}
            stroke="var(--line-strong)"
            strokeDasharray="2 3"
          />
          <text x={xOf(at)} y={top - 4} textAnchor="middle">
            {missing === 1 ? 'no run' : count(missing, 'week without a run', 'weeks without a run')}
          </text>
        </g>
      ))}
      {changes.map(({ id, mark, x, leftwards, isFree }) => (
        <g key={id}>
          <line x1={x} x2={x} y1={top} y2={bottom} stroke="var(--text-3)" strokeDasharray="1 3" />
          {isFree && (
            <text
              x={x + (leftwards ? -5 : 5)}
              y={bottom - 6}
              textAnchor={leftwards ? 'end' : 'start'}
              {...HALO}
            >
              {mark}
            </text>
          )}
        </g>
      ))}
    </>
  )
}

/** Draws the 95 % interval of the brand, darker toward its value. */
function Band({
  entity,
  stretches,
  layout: { xs, y },
}: {
  entity: TrendLine
  stretches: number[][]
  layout: TrendLayout
}) {
  const edge = (index: number, grade: number, end: 'low' | 'high') => {
    const estimate = entity.values[index]
    const value = estimate?.value ?? 0
    return y(value + ((estimate?.[end] ?? value) - value) * grade)
  }
  return stretches.flatMap((stretch) =>
    GRADES.map((grade) => {
      const key = `${stretch[0]}-${grade}`
      const [only] = stretch
      if (stretch.length === 1 && only !== undefined) {
        const [from, to] = [edge(only, grade, 'high'), edge(only, grade, 'low')]
        return (
          <rect
            key={key}
            x={(xs[only] ?? 0) - 6}
            y={Math.min(from, to)}
            width={12}
            height={Math.abs(to - from)}
            rx={4}
            fill={entity.color}
            opacity={0.065}
          />
        )
      }
      const shape = area<number>()
        .x((index) => xs[index] ?? 0)
        .y0((index) => edge(index, grade, 'low'))
        .y1((index) => edge(index, grade, 'high'))
      return <path key={key} d={shape(stretch) ?? ''} fill={entity.color} opacity={0.065} />
    }),
  )
}

function Strokes({
  entity,
  stretches,
  layout: { xs, y },
  strong,
}: {
  entity: TrendLine
  stretches: number[][]
  layout: TrendLayout
  strong: boolean
}) {
  const path = line<number>()
    .x((index) => xs[index] ?? 0)
    .y((index) => y(entity.values[index]?.value ?? 0))
  return stretches.map((stretch) => {
    const [only = 0] = stretch
    return stretch.length === 1 ? (
      <circle
        key={only}
        cx={xs[only]}
        cy={y(entity.values[only]?.value ?? 0)}
        r={entity.main ? 4 : 3}
        fill={entity.color}
      />
    ) : (
      <path
        key={only}
        d={path(stretch) ?? ''}
        fill="none"
        stroke={entity.color}
        strokeWidth={entity.main || strong ? 2.5 : 1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    )
  })
}

/** Draws the end of a line with its dot and label. A thin line connects them if the label had to move. */
function End({
  entity,
  label,
  right,
}: {
  entity: TrendLine
  label: TrendLayout['labels'][number]
  right: number
}) {
  if (!label) return null
  const moved = Math.abs(label.labelY - label.y) > 5 || label.x < right - 1
  return (
    <>
      <circle cx={label.x} cy={label.y} r={entity.main ? 4 : 3} fill={entity.color} />
      {moved && (
        <path
          d={`M${label.x + 4},${label.y}L${right + 8},${label.labelY}`}
          fill="none"
          stroke={entity.color}
          opacity={0.4}
        />
      )}
      <text
        x={right + 10}
        y={label.labelY + 4}
        fill={entity.main ? 'var(--text)' : 'var(--text-2)'}
        fontWeight={entity.main ? 600 : 400}
      >
        {label.text}
      </text>
    </>
  )
}

function mainOf({ lines }: Trend, index: number): number {
  return lines[index]?.main ? 1 : 0
}
