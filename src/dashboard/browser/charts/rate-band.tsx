import { scaleLinear } from 'd3-scale'
import type { Column } from '../components/column.ts'
import type { Rate } from './rate.tsx'
import { isTooFew } from './rate.tsx'

const WIDTH = 132
const HEIGHT = 20
const EDGE = 5

/**
 * A share in a table row as a dot on its 95 % interval. The number itself is in another column. Empty for too few
 * answers.
 */
export function RateBand({
  rate,
  top,
  color = 'var(--text-2)',
}: {
  rate: Rate | null | undefined
  /** The share at the right end of the scale, the same in all rows. */
  top: number
  color?: string
}) {
  const x = scaleLinear([0, top], [EDGE, WIDTH - EDGE]).clamp(true)
  const shown = rate && rate.value !== null && !isTooFew(rate)
  const low = x(rate?.low ?? rate?.value ?? 0)
  const high = x(rate?.high ?? rate?.value ?? 0)
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line x1={EDGE} x2={WIDTH - EDGE} y1={HEIGHT / 2} y2={HEIGHT / 2} stroke="var(--line)" />
      {shown && (
        <>
          <rect
            x={low}
            y={HEIGHT / 2 - 5}
            width={Math.max(2, high - low)}
            height={10}
            rx={5}
            fill={color}
            opacity={0.22}
          />
          <circle cx={x(rate.value ?? 0)} cy={HEIGHT / 2} r={4} fill={color} />
        </>
      )}
    </svg>
  )
}

/** A column with a share as a band. It is only shown, not exported. */
export function bandColumn<Row>(
  read: (row: Row) => { rate: Rate; color?: string } | null,
  top: number,
): Column<Row> {
  return {
    id: 'band',
    title: 'Share of answers',
    header: <span className="visually-hidden">Share of answers, chart</span>,
    cell: (row) => {
      const band = read(row)
      return band && <RateBand {...band} top={top} />
    },
    width: '148px',
  }
}
