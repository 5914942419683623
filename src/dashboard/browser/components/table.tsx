import { type ReactNode, useRef } from 'react'
import { CardList } from './card-list.tsx'
import { type Column, contentOf } from './column.ts'
import styles from './table.module.css'
import { useMoreBeside } from './use-more-beside.ts'
import { useNarrow } from './use-narrow.ts'

interface Sorting {
  /** The current order. */
  order?: string | undefined
  onOrder?: (order: string) => void
}

/** A table that renders all rows. Use VirtualTable for long lists. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  order,
  onOrder,
  cards = false,
}: {
  /** Accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /**
   * Whether to show rows as cards on narrow screens, for rows that are read one by one rather than compared. A function
   * renders a single cell per row instead.
   */
  cards?: boolean | ((row: Row) => ReactNode)
} & Sorting) {
  const region = useRef<HTMLElement>(null)
  useMoreBeside(region)
  const isNarrow = useNarrow()
  if (cards === true && isNarrow) {
    return <CardList caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
  }
  const cell = typeof cards === 'function' && isNarrow ? cards : null
  const shown = cell ? [{ id: 'card', title: caption, cell }] : columns
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section ref={region} className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table} data-cards={cell !== null || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <TableHead columns={shown} order={order} {...(onOrder && { onOrder })} />
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <Cells columns={shown} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The header row of a table, with buttons on sortable columns. */
export function TableHead<Row>({ columns, order, onOrder }: { columns: readonly Column<Row>[] } & Sorting) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, title, header, help, numeric, orders, width }) => (
          <th
            key={id}
            scope="col"
            className={numeric ? styles.numeric : undefined}
            style={width ? { width } : undefined}
            aria-sort={sortOf(orders, order)}
          >
            {orders && onOrder ? (
              <button type="button" className={styles.sort} onClick={() => onOrder(nextOrder(orders, order))}>
                {header ?? title}
                <span aria-hidden="true">{arrowOf(orders, order)}</span>
              </button>
            ) : (
              (header ?? title)
            )}
            {help && <> {help}</>}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => (
    <td key={column.id} className={column.numeric ? styles.numeric : undefined}>
      {contentOf(column, row)}
    </td>
  ))
}

function nextOrder([first, second = first]: readonly [string, string?], order: string | undefined): string {
  return order === first ? second : first
}

function sortOf(
  orders: readonly [string, string?] | undefined,
  order: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (!orders || order === undefined || !orders.includes(order)) return undefined
  return order.endsWith('ASC') ? 'ascending' : 'descending'
}

function arrowOf(orders: readonly [string, string?], order: string | undefined): string {
  const sorted = sortOf(orders, order)
  return sorted === undefined ? '' : sorted === 'ascending' ? ' ↑' : ' ↓'
}
