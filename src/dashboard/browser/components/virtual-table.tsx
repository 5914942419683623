import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Column } from './column.ts'
import styles from './table.module.css'
import { Cells, TableHead } from './table.tsx'
import { useMoreBeside } from './use-more-beside.ts'

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 12

/**
 * A virtualized table for many rows of equal height. Only visible rows are in the DOM, and more rows are loaded before
 * the end is reached.
 */
export function VirtualTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowHeight,
  height,
  total,
  loadMore,
  order,
  onOrder,
  minWidth = 720,
  isSelected,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** In pixels. */
  rowHeight: number
  /** CSS height of the scrolling region. */
  height: string
  /** Number of rows on the server. */
  total: number
  /** Loads the next page; undefined if all rows are loaded or a page is loading. */
  loadMore?: (() => void) | undefined
  order?: string | undefined
  onOrder?: (order: string) => void
  /** In narrower regions, the table scrolls sideways. In pixels. */
  minWidth?: number
  /** Whether a row is marked as selected. */
  isSelected?: (row: Row) => boolean
}) {
  const region = useRef<HTMLElement>(null)
  useMoreBeside(region)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  })
  const seen = virtualizer.getVirtualItems()
  const last = seen.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - OVERSCAN * 2) loadMore?.()
  }, [last, rows.length, loadMore])
  const above = seen[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section ref={region} className={styles.virtual} style={{ height }} tabIndex={0} aria-label={caption}>
      <table className={styles.table} style={{ minWidth }} aria-rowcount={total + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <TableHead columns={columns} order={order} {...(onOrder && { onOrder })} />
        <tbody>
          <Spacer height={above} columns={columns.length} />
          {seen.map(({ index }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <tr
                  key={rowKey(row)}
                  aria-rowindex={index + 2}
                  data-selected={isSelected?.(row) || undefined}
                  style={{ height: rowHeight }}
                >
                  <Cells columns={columns} row={row} />
                </tr>
              )
            )
          })}
          <Spacer height={below} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr className={styles.spacer} style={{ height }}>
      <td colSpan={columns} aria-hidden="true" />
    </tr>
  )
}
