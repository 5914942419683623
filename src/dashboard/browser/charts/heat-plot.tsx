import { type Estimate, type Kind, writeValue } from './estimate.ts'
import { groundOf, type HeatRow, isFew } from './heat-map.tsx'

const ROW = 34
const HEAD = 28
const NAMES = 150

/** Returns the height of a heat map image with this number of rows, in pixels. */
export function heatHeight(rows: number): number {
  return HEAD + rows * ROW
}

/** Draws a heat map as SVG for image files. On the page, a heat map is a table. */
export function HeatPlot({
  kind,
  rows,
  columns,
  cell,
  width,
}: {
  kind: Kind
  rows: readonly HeatRow[]
  columns: readonly { id: string; name: string }[]
  cell: (rowId: string, columnId: string) => Estimate | null
  width: number
}) {
  const step = (width - NAMES) / Math.max(1, columns.length)
  const height = heatHeight(rows.length)
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      fontSize="12"
      fill="var(--text-2)"
    >
      {columns.map(({ id, name }, column) => (
        <text key={id} x={NAMES + (column + 1) * step - 8} y={HEAD - 10} textAnchor="end">
          {name}
        </text>
      ))}
      {rows.map(({ id: rowId, name, main }, row) => {
        const top = HEAD + row * ROW
        return (
          <g key={rowId}>
            <text
              x={0}
              y={top + 21}
              fontWeight={main ? 600 : 400}
              fill={main ? 'var(--text)' : 'var(--text-2)'}
            >
              {name}
            </text>
            {columns.map(({ id: columnId }, column) => {
              const estimate = cell(rowId, columnId)
              const few = isFew(estimate)
              return (
                <g key={columnId}>
                  <rect
                    x={NAMES + column * step + 1}
                    y={top + 1}
                    width={step - 2}
                    height={ROW - 2}
                    rx={4}
                    fill={few ? 'var(--sunken)' : groundOf(kind, estimate?.value ?? null)}
                  />
                  <text
                    x={NAMES + (column + 1) * step - 8}
                    y={top + 21}
                    textAnchor="end"
                    fill={few ? 'var(--text-3)' : 'var(--text)'}
                  >
                    {few ? 'too few' : writeValue(kind, estimate?.value ?? null)}
                  </text>
                </g>
              )
            })}
          </g>
        )
      })}
    </svg>
  )
}
