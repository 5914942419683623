import type { RowExport } from '../../core/exports/export-rows.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { CSV_TYPE, toCsv } from './csv.ts'
import { toParquet } from './parquet.ts'

/** Formats of an exported file. */
export const EXPORT_FORMATS = {
  csv: 'CSV for spreadsheets. Texts that a spreadsheet would run as a formula start with an apostrophe.',
  jsonl: 'JSON Lines: one JSON object per line.',
  parquet: 'Apache Parquet with typed columns, for DuckDB, pandas and data warehouses.',
} as const satisfies Enumeration

export type ExportFormat = keyof typeof EXPORT_FORMATS

/** Media type of each format. */
export const EXPORT_TYPES = {
  csv: CSV_TYPE,
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<ExportFormat, string>

/** Yields the file of an export piece by piece. A piece has at most the rows of a page, or of a row group of Parquet. */
export function toFile(format: ExportFormat, rows: RowExport): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case 'csv':
      return csvPieces(rows)
    case 'jsonl':
      return jsonPieces(rows)
    case 'parquet':
      return toParquet(rows)
  }
}

async function* csvPieces({ columns, pages }: RowExport): AsyncGenerator<string> {
  yield toCsv([columns.map(({ name }) => name)])
  for await (const page of pages) yield toCsv(page.map((row) => columns.map(({ name }) => row[name])))
}

async function* jsonPieces({ pages }: RowExport): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
}
