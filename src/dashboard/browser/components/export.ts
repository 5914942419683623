import type { CellValue, Column } from './column.ts'

/** A table to export with all of its rows. */
export interface Exported<Row> {
  /** File name without its extension, such as `prompts`. */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Whether any of the data is simulated. Then the file name and every row say so. */
  simulated: boolean
}

/** Included in every export of simulated data. */
export const SIMULATED_NOTICE =
  'Simulated answers: these numbers show how Answergraph works, not what assistants say.'

/**
 * Formats a table as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe (OWASP,
 * CSV injection).
 */
export function csvOf<Row>(exported: Exported<Row>): string {
  const records = recordsOf(exported)
  const names = Object.keys(records[0] ?? recordOf(exported.columns, undefined))
  const lines = [
    names.map(field),
    ...records.map((record) => names.map((name) => field(record[name] ?? null))),
  ]
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

/** Formats a table as JSON: `{simulated, notice?, rows}`. */
export function jsonOf<Row>(exported: Exported<Row>): string {
  const { simulated } = exported
  return `${JSON.stringify({ simulated, ...(simulated && { notice: SIMULATED_NOTICE }), rows: recordsOf(exported) }, null, 2)}\n`
}

/** Lets the browser save a file. */
export function download(
  { name, simulated }: { name: string; simulated: boolean },
  ending: string,
  content: Blob,
): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = `${name}${simulated ? '-simulated' : ''}.${ending}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

type ExportedRecord = Record<string, CellValue>

function recordsOf<Row>({ columns, rows, simulated }: Exported<Row>): ExportedRecord[] {
  return rows.map((row) => ({ ...recordOf(columns, row), ...(simulated && { simulated: true }) }))
}

function recordOf<Row>(columns: readonly Column<Row>[], row: Row | undefined): ExportedRecord {
  const record: ExportedRecord = {}
  for (const { id, value } of columns) {
    if (!value) continue
    const exported = row === undefined ? null : value(row)
    if (typeof exported !== 'object' || exported === null) record[id] = exported
    else for (const [part, cell] of Object.entries(exported)) record[`${id}_${part}`] = cell
  }
  return record
}

function field(value: CellValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
