import { type ReactNode, useRef } from 'react'
import { CardList } from './card-list.tsx'
import { type Column, contentOf } from './column.ts'
import styles from './table.module.css'
import { useMoreBeside } from './use-more-beside.ts'
import { useNarrow } from './use-narrow.ts'

interface Sorting {
  /** The present order. */
  order?: string | undefined
  onOrder?: (order: string) => void
}

/** A table of all rows given; for long lists there is VirtualTable. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  order,
  onOrder,
  cards = false,
}: {
  /** For those who cannot see it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /**
   * Whether narrow screens show a card for a row, where rows are read one by one rather than compared; a function gives the one
   * cell that a row has there, where some columns say enough.
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
  const shown = cell ? [{ id: 'card', title: caption, value: () => null, cell }] : columns
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
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

/** The head of a table, with buttons on the columns that can be sorted by. */
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

/** The cells of a row. */
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
