import { useState } from 'react'
import { day } from '../formatting/format.ts'
import styles from './chart.module.css'
import { ChartSurface, type Move } from './chart-surface.tsx'
import { bestFirst, readEstimate, writeRange, writeValue } from './estimate.ts'
import { lastOf, type Trend } from './trend.ts'
import { layOutTrend, NARROW } from './trend-layout.ts'
import { TrendPlot, type TrendPoint } from './trend-plot.tsx'
import { useWidth } from './use-width.ts'

/** Height in pixels, also used for the chart's skeleton. */
export const TREND_HEIGHT = 300

/**
 * A metric over time: the brand with its interval band, competitors as lines. Labels are at the ends of the lines, or
 * below the chart on narrow screens.
 * @param onOpen opens the answers of an entity in a run
 */
export function TrendChart({
  trend,
  label,
  onOpen,
}: {
  trend: Trend
  label: string
  onOpen?: (point: { runId: string; lineId: string }) => void
}) {
  const [surface, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = useState<TrendPoint | null>(null)
  const layout = layOutTrend(trend, { width, height: TREND_HEIGHT })
  const { runs, lines, kind } = trend
  const run = active && runs[active.run]
  const entity = active && lines[active.line]
  const read =
    run && entity
      ? `${day(run.at)}, ${entity.name}: ${readEstimate(kind, entity.values[active.run] ?? null)}${run.mark ? `; ${run.mark}` : ''}`
      : ''
  return (
    <>
      <ChartSurface
        surface={surface}
        label={label}
        read={read}
        onMove={(move) => setActive(movedOver(trend, active, move))}
        onPoint={(x, y) => setActive(nearest(trend, layout, x, y))}
        onLeave={() => setActive(null)}
        onOpen={onOpen && (() => run && entity && onOpen({ runId: run.id, lineId: entity.id }))}
      >
        <div style={{ height: TREND_HEIGHT }}>
          {width > 0 && (
            <TrendPlot trend={trend} layout={layout} width={width} height={TREND_HEIGHT} active={active} />
          )}
        </div>
        {active && run && (
          <Readout
            trend={trend}
            active={active}
            x={layout.xs[active.run] ?? 0}
            width={width}
            opens={!!onOpen}
          />
        )}
      </ChartSurface>
      {width > 0 && width < NARROW && <Labels trend={trend} />}
    </>
  )
}

function Readout({
  trend: { kind, runs, lines },
  active,
  x,
  width,
  opens,
}: {
  trend: Trend
  active: TrendPoint
  x: number
  width: number
  opens: boolean
}) {
  const run = runs[active.run]
  const rows = lines
    .map((entity, index) => ({ ...entity, index, estimate: entity.values[active.run] ?? null }))
    .filter(({ estimate }) => estimate?.value !== null && estimate?.value !== undefined)
    .sort((a, b) => bestFirst(kind)(a.estimate?.value, b.estimate?.value))
  return (
    <div
      className={styles.readout}
      aria-hidden="true"
      style={x < width / 2 ? { left: x + 14 } : { right: width - x + 14 }}
    >
      <p>
        {day(run?.at)}
        {run?.mark && `: ${run.mark}`}
      </p>
      {rows.map(({ id, name, color, main, index, estimate }) => (
        <div
          key={id}
          className={styles.row}
          data-main={main || undefined}
          data-active={index === active.line || undefined}
        >
          <span className={styles.swatch} style={{ background: color }} />
          <span className={styles.name}>{name}</span>
          <span>{writeValue(kind, estimate?.value ?? null)}</span>
          <small>{estimate && writeRange(kind, estimate)}</small>
        </div>
      ))}
      {rows.length === 0 && <p>no value</p>}
      {opens && <p className={styles.hint}>Click or press Enter for the answers</p>}
    </div>
  )
}

function Labels({ trend: { kind, lines } }: { trend: Trend }) {
  return (
    <ul className={styles.labels}>
      {lines.map(({ id, name, color, main, values }) => (
        <li key={id} data-main={main || undefined}>
          <span className={styles.swatch} style={{ background: color }} />
          {name} {writeValue(kind, lastOf(values)?.value ?? null)}
        </li>
      ))}
    </ul>
  )
}

/** Moves by keyboard: left and right between runs, up and down between entities sorted by their value in the run. */
function movedOver({ kind, runs, lines }: Trend, active: TrendPoint | null, move: Move): TrendPoint | null {
  const last = runs.length - 1
  if (last < 0) return null
  const line =
    active?.line ??
    Math.max(
      0,
      lines.findIndex(({ main }) => main),
    )
  const run = active?.run ?? last
  switch (move) {
    case 'first':
      return { run: 0, line }
    case 'last':
      return { run: last, line }
    case 'left':
      return { run: active ? Math.max(0, run - 1) : run, line }
    case 'right':
      return { run: active ? Math.min(last, run + 1) : run, line }
    case 'up':
    case 'down': {
      const compared = bestFirst(kind)
      const valueAt = (index: number) => lines[index]?.values[run]?.value
      const order = lines.map((_, index) => index).sort((a, b) => compared(valueAt(a), valueAt(b)))
      const place = order.indexOf(line) + (move === 'up' ? -1 : 1)
      return { run, line: order[place] ?? line }
    }
  }
}

/** Returns the point closest to a position: first the run by x, then the entity by y. */
function nearest(
  { lines }: Trend,
  { xs, y }: ReturnType<typeof layOutTrend>,
  atX: number,
  atY: number,
): TrendPoint | null {
  if (xs.length === 0) return null
  const run = closest(xs.map((x) => Math.abs(x - atX)))
  const line = closest(
    lines.map(({ values }) => {
      const value = values[run]?.value
      return value === null || value === undefined ? Number.POSITIVE_INFINITY : Math.abs(y(value) - atY)
    }),
  )
  return { run, line }
}

function closest(distances: readonly number[]): number {
  return distances.indexOf(Math.min(...distances))
}
