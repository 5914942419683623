import { type Estimate, type Kind, writeValue } from './estimate.ts'
import { widthOfText } from './spread.ts'
import { valueAxis } from './trend.ts'
import { GRADES } from './trend-plot.tsx'

export interface Ranked {
  id: string
  name: string
  color: string
  /** Whether this is the brand. */
  main: boolean
  estimate: Estimate
}

/**
 * Row heights in pixels. With few entities the rows are taller, so the chart is about as tall as the trend next to it.
 */
const LOWEST_ROW = 34
const HIGHEST_ROW = 50
const ROOM = 250
const AXIS_HEIGHT = 24
const WIDEST_NAME = 150
const LABEL_WIDTH = 46

/** Returns the row height for this number of entities, in pixels. */
export function rowHeightOf(entities: number): number {
  return Math.max(LOWEST_ROW, Math.min(HIGHEST_ROW, Math.floor(ROOM / Math.max(1, entities))))
}

/** Returns the height of a ranking with this number of entities, in pixels. */
export function rankingHeight(entities: number): number {
  return entities * rowHeightOf(entities) + AXIS_HEIGHT
}

/** Draws entities as dots on graded bands. */
export function RankingPlot({
  kind,
  entities,
  width,
  active,
}: {
  kind: Kind
  entities: readonly Ranked[]
  width: number
  /** Index of the entity selected by pointer or keyboard. */
  active: number | null
}) {
  const rowHeight = rowHeightOf(entities.length)
  const height = rankingHeight(entities.length)
  const longest = Math.max(0, ...entities.map(({ name }) => widthOfText(name)))
  const left = Math.min(WIDEST_NAME, width * 0.4, longest + 14)
  const right = width - 52
  const bottom = height - AXIS_HEIGHT
  const { domain, ticks } = valueAxis(
    kind,
    entities.flatMap(({ estimate }) => ends(estimate)),
  )
  // Positions have an inverted axis, so the best is on the right there too.
  const [low, high] = domain
  const x = (value: number) => left + ((value - low) / (high - low)) * (right - left)
  // Labels every other tick if the labels would touch.
  const every = (right - left) / Math.max(1, ticks.length - 1) < LABEL_WIDTH ? 2 : 1
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      fontSize="12"
      fill="var(--text-3)"
    >
      {ticks.map((tick, index) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} stroke="var(--line)" />
          {index % every === 0 && (
            <text x={x(tick)} y={bottom + 17} textAnchor="middle">
              {writeValue(kind, tick)}
            </text>
          )}
        </g>
      ))}
      {entities.map(({ id, name, color, main, estimate }, index) => {
        const y = index * rowHeight + rowHeight / 2
        const value = estimate.value ?? 0
        const edges = [x(estimate.low ?? value), x(estimate.high ?? value)]
        return (
          <g key={id}>
            {active === index && (
              <rect
                x={0}
                y={y - rowHeight / 2}
                width={width}
                height={rowHeight}
                rx={4}
                fill="var(--sunken)"
              />
            )}
            <text
              x={left - 10}
              y={y + 4}
              textAnchor="end"
              fill={main ? 'var(--text)' : 'var(--text-2)'}
              fontWeight={main ? 600 : 400}
            >
              {shorten(name, left - 12)}
            </text>
            {GRADES.map((grade) => {
              const from = x(value) + (Math.min(...edges) - x(value)) * grade
              const to = x(value) + (Math.max(...edges) - x(value)) * grade
              return (
                <rect
                  key={grade}
                  x={from}
                  y={y - 6}
                  width={Math.max(0, to - from)}
                  height={12}
                  rx={6}
                  fill={color}
                  opacity={0.09}
                />
              )
            })}
            <circle cx={x(value)} cy={y} r={main ? 5 : 4.5} fill={color} />
            <text
              x={Math.max(...edges, x(value)) + 8}
              y={y + 4}
              fill={main ? 'var(--text)' : 'var(--text-2)'}
              fontWeight={main ? 600 : 400}
            >
              {writeValue(kind, estimate.value)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function ends({ value, low, high }: Estimate): number[] {
  return [value, low, high].filter((end) => end !== null)
}

function shorten(name: string, room: number): string {
  const maxLength = Math.max(4, Math.floor(room / widthOfText('m')))
  return name.length <= maxLength ? name : `${name.slice(0, maxLength - 1)}…`
}
