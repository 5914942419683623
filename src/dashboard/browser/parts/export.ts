import type { CellValue, Column } from './column.ts'

/** A table to be exported: its columns as shown, and all of its rows. */
export interface Exported<Row> {
  /** The name of the file without its ending, such as `prompts`. */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Whether any of it comes from simulated answers: then every line and the name of the file say so. */
  simulated: boolean
}

/** Said in every export of simulated data. */
export const SIMULATED_NOTICE = 'Simulated answers: these figures show how it works, not what assistants say.'

/** A table as CSV (RFC 4180). A text that a spreadsheet would execute begins with an apostrophe (OWASP, CSV injection). */
export function csvOf<Row>(exported: Exported<Row>): string {
  const records = recordsOf(exported)
  const names = Object.keys(records[0] ?? recordOf(exported.columns, undefined))
  const lines = [
    names.map(field),
    ...records.map((record) => names.map((name) => field(record[name] ?? null))),
  ]
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

/** A table as JSON: `{simulated, notice?, rows}`. */
export function jsonOf<Row>(exported: Exported<Row>): string {
  const { simulated } = exported
  return `${JSON.stringify({ simulated, ...(simulated && { notice: SIMULATED_NOTICE }), rows: recordsOf(exported) }, null, 2)}\n`
}

/** Gives a file to the browser to be saved. */
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
    const given = row === undefined ? null : value(row)
    if (typeof given !== 'object' || given === null) record[id] = given
    else for (const [part, one] of Object.entries(given)) record[`${id}_${part}`] = one
  }
  return record
}

function field(value: CellValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
