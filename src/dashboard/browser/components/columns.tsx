import type { ReactNode } from 'react'
import { dayAndTime, number } from '../formatting/format.ts'
import type { Column } from './column.ts'
import styles from './table.module.css'

/** A column with a text that may break anywhere, such as a name, an email address or a URL. */
export function textColumn<Row>(id: string, title: string, read: (row: Row) => string | null): Column<Row> {
  return { id, title, value: read, cell: (row) => <span className={styles.wrap}>{read(row) ?? '–'}</span> }
}

/** A column with a whole number. */
export function numberColumn<Row>(
  id: string,
  title: string,
  read: (row: Row) => number | null | undefined,
): Column<Row> {
  return { id, title, numeric: true, value: (row) => read(row) ?? null, cell: (row) => number(read(row)) }
}

/**
 * A column with a time.
 * @param none shown for rows without one
 */
export function timeColumn<Row>(
  id: string,
  title: string,
  read: (row: Row) => string | null,
  { format = dayAndTime, none }: { format?: (time: string) => string; none?: string } = {},
): Column<Row> {
  const cell = (row: Row) => {
    const time = read(row)
    if (!time) return none ? <span className={styles.none}>{none}</span> : '–'
    return <span className={styles.nowrap}>{format(time)}</span>
  }
  return { id, title, value: read, cell }
}

/** A column with the actions for a row. */
export function actionsColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return {
    id: 'actions',
    title: 'Actions',
    header: <span className="visually-hidden">Actions</span>,
    inCard: 'corner',
    cell: (row) => <span className={styles.actions}>{cell(row)}</span>,
  }
}
