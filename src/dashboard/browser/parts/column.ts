import type { ReactNode } from 'react'

/** A value of a table as it is exported. */
export type CellValue = string | number | boolean | null

/** A column of a table: the same definition is shown and exported. */
export interface Column<Row> {
  id: string
  /** The heading, also in exports. */
  title: string
  /** Shown instead of the title in the table's head. */
  header?: ReactNode
  /** Stands after it, apart from the button that sorts, such as the help at a metric. */
  help?: ReactNode
  /** What is exported. Rates are exported as several columns, see `columns` of the export. */
  value: (row: Row) => CellValue | Readonly<Record<string, CellValue>>
  /** What is shown; the exported value where it is missing. */
  cell?: (row: Row) => ReactNode
  /** Numbers are aligned at the right. */
  numeric?: boolean
  /** The orders by this column, where the server can sort by it; the first one pressed comes first. */
  orders?: readonly [string, string?]
  /** Where it stands in a card, which narrow screens show for a row; among the other figures below the title by default. */
  inCard?: 'title' | 'corner'
  /** CSS width, such as `30%`; needed in virtual tables. */
  width?: string
}

/** What a column shows of a row. */
export function contentOf<Row>({ cell, value }: Column<Row>, row: Row): ReactNode {
  if (cell) return cell(row)
  const given = value(row)
  if (typeof given === 'object' && given !== null) return Object.values(given).join(' ')
  return given === null ? '–' : String(given)
}
