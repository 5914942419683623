import type { ReactNode } from 'react'

/** An exported cell value. */
export type CellValue = string | number | boolean | null

/** A column of a table, used for both display and export. */
export interface Column<Row> {
  id: string
  /** Column heading. Exports use the `id` instead. */
  title: string
  /** Shown in the table head instead of the title. */
  header?: ReactNode
  /** Shown after the heading, outside of the sort button; for example help for a metric. */
  help?: ReactNode
  /** Returns the exported value. An object is exported as several columns. Columns without values are not exported. */
  value?: (row: Row) => CellValue | Readonly<Record<string, CellValue>>
  /** Renders the cell; the exported value is shown if missing. */
  cell?: (row: Row) => ReactNode
  /** Whether the column is right-aligned. */
  numeric?: boolean
  /** Sort orders of this column, if the server can sort by it. The first click applies the first one. */
  orders?: readonly [string, string?]
  /** Position in a card on narrow screens; by default among the values below the title. */
  inCard?: 'title' | 'corner'
  /** CSS width, such as `30%`. Required in virtual tables. */
  width?: string
}

/** Returns what a column shows for a row. */
export function contentOf<Row>({ cell, value }: Column<Row>, row: Row): ReactNode {
  if (cell) return cell(row)
  const exported = value?.(row) ?? null
  if (typeof exported === 'object' && exported !== null) return Object.values(exported).join(' ')
  return exported === null ? '–' : String(exported)
}
