import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { Column, ColumnType, ExportRow } from '../../core/exports/column.ts'
import type { RowExport } from '../../core/exports/export-rows.ts'

/** Rows and characters of text after which a row group is written. Writing one blocks the event loop for tens of milliseconds. */
const GROUP = { rows: 5_000, characters: 2_000_000 }

const TYPES = {
  uuid: 'STRING',
  text: 'STRING',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
} as const satisfies Record<ColumnType, BasicType>

/**
 * Yields a Parquet file, compressed with Snappy: one piece per row group, then the footer. Of the groups that were yielded, only
 * the entries of the footer stay in memory. A file that breaks off has no footer, so no reader accepts it.
 */
export async function* toParquet({ columns, pages }: RowExport): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: dataOf(columns, []) }),
  })
  let rows: ExportRow[] = []
  let characters = 0
  for await (const page of pages) {
    rows.push(...page)
    characters += charactersIn(page)
    if (rows.length < GROUP.rows && characters < GROUP.characters) continue
    yield writeGroup(rows)
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield writeGroup(rows)
  file.finish()
  yield take(writer)

  function writeGroup(group: readonly ExportRow[]): Uint8Array {
    const columnData = dataOf(columns, group).map(({ name, data }) => ({ name, data, offsetIndex: false }))
    file.write({ columnData, rowGroupSize: group.length })
    return take(writer)
  }
}

/** Returns the written bytes and empties the buffer. */
function take(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice()
  writer.index = 0
  return bytes
}

function dataOf(columns: readonly Column[], rows: readonly ExportRow[]) {
  return columns.map(({ name, type }) => ({
    name,
    type: TYPES[type],
    nullable: true,
    data: rows.map((row) => row[name] ?? null),
  }))
}

function charactersIn(rows: readonly ExportRow[]): number {
  let characters = 0
  for (const row of rows)
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
  return characters
}
