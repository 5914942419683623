import { type ReactNode, useRef } from 'react'
import { useMoreBeside } from '../components/use-more-beside.ts'
import { type Estimate, type Kind, readEstimate, writeValue } from './estimate.ts'
import styles from './heat-map.module.css'

/**
 * Cells with fewer answers show no value. Among many cells, differences between small samples would be mistaken for
 * real ones.
 */
export const FEW_ANSWERS_OF_CELL = 20

/** Maximum share of the accent color in a cell's background, in percent. Keeps a text contrast of 4.5 in both themes. */
const STRONGEST = 55

export interface HeatRow {
  id: string
  name: string
  /** Whether this is the brand. */
  main: boolean
}

/**
 * A table with cells that get darker the better their value is. Each cell links to its answers.
 * @param cell returns the value of a row and a column, or null
 * @param link wraps the content in a link; `label` is its accessible name
 */
export function HeatMap({
  caption,
  kind,
  rows,
  columns,
  cell,
  link,
}: {
  caption: string
  kind: Kind
  rows: readonly HeatRow[]
  columns: readonly { id: string; name: string }[]
  cell: (rowId: string, columnId: string) => Estimate | null
  link: (at: { rowId: string; columnId: string; label: string; children: ReactNode }) => ReactNode
}) {
  const region = useRef<HTMLElement>(null)
  useMoreBeside(region)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section ref={region} className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.heat}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id: rowId, name, main }) => (
            <tr key={rowId} data-main={main || undefined}>
              <th scope="row" title={name}>
                {name}
              </th>
              {columns.map(({ id: columnId, name: column }) => {
                const estimate = cell(rowId, columnId)
                const few = isFew(estimate)
                return (
                  <td
                    key={columnId}
                    data-few={few || undefined}
                    style={few ? undefined : { background: groundOf(kind, estimate?.value ?? null) }}
                  >
                    {estimate && estimate.denominator > 0 ? (
                      link({
                        rowId,
                        columnId,
                        label: `${name}, ${column}: ${few ? 'too few, ' : ''}${readEstimate(kind, estimate)}`,
                        children: few ? 'too few' : writeValue(kind, estimate.value),
                      })
                    ) : (
                      <span>–</span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Whether a cell has too few answers to show a value. */
export function isFew(estimate: Estimate | null): boolean {
  return !estimate || estimate.value === null || estimate.denominator < FEW_ANSWERS_OF_CELL
}

/** Returns the background of a cell as a CSS color. */
export function groundOf(kind: Kind, value: number | null): string {
  return `color-mix(in oklab, var(--accent) ${Math.round(strengthOf(kind, value ?? 0) * STRONGEST)}%, var(--panel))`
}

/** Maps a value to 0…1, where 1 is best. Positions lose a quarter with each place after the first. */
function strengthOf(kind: Kind, value: number): number {
  switch (kind) {
    case 'share':
      return value
    case 'position':
      return Math.max(0, 1 - (value - 1) / 4)
    case 'score':
      return (value + 1) / 2
  }
}
