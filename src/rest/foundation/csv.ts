import { stringify } from 'csv-stringify/sync'
import type { Context } from 'hono'
import Negotiator from 'negotiator'
import { z } from 'zod'
import { isWrapper } from '../../definitions/fields/field-metadata.ts'
import type { HttpEnv } from '../../http/environment.ts'
import { streamOf } from './stream.ts'

const JSON_TYPE = 'application/json'
export const CSV_TYPE = 'text/csv'

/** OpenAPI description of an operation with CSV. */
export const CSV_DESCRIPTION =
  'With `Accept: text/csv`, the response is a CSV file for spreadsheets: it has all items unless `limit` is given, and one column per field.'

/** Whether a client prefers CSV to JSON, according to its Accept header. */
export function wantsCsv(context: Context<HttpEnv>): boolean {
  return new Negotiator(context.env.incoming).mediaType([JSON_TYPE, CSV_TYPE]) === CSV_TYPE
}

/** Returns the value of one cell for a list of objects, such as the domains of all citations. */
type ListCells = Readonly<Record<string, (items: readonly Item[]) => readonly string[]>>
type Item = Readonly<Record<string, unknown>>

interface Column {
  name: string
  cellOf: (record: Item) => unknown
}

/** Records as lines of CSV. */
export interface CsvTable {
  header: string
  linesOf: (records: readonly object[]) => string
}

/**
 * Returns the CSV (RFC 4180) of records of a definition. The fields of nested objects are columns such as
 * `mentionRate.value`. The items of a list are in one cell, separated by semicolons. A list of objects has a column only if
 * `lists` says what to write. Texts that a spreadsheet would run as a formula start with an apostrophe.
 */
export function csvTable(definition: z.ZodObject, lists: ListCells = {}): CsvTable {
  const columns = columnsOf(definition, lists)
  return {
    header: toCsv([columns.map(({ name }) => name)]),
    linesOf: (records) => toCsv(records.map((record) => columns.map(({ cellOf }) => cellOf(record as Item)))),
  }
}

/**
 * Returns rows as lines of CSV (RFC 4180). Texts that a spreadsheet would run as a formula start with an apostrophe. Times are
 * ISO 8601.
 */
export function toCsv(rows: readonly (readonly unknown[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      escape_formulas: true,
      // Readers end a row at either character, and the rest of the text could then be a formula.
      quoted_match: /[\r\n]/,
      cast: { boolean: String, date: (date) => date.toISOString() },
    },
  )
}

function columnsOf(definition: z.ZodObject, lists: ListCells): Column[] {
  return Object.entries(definition.shape).flatMap(([name, wrapped]) => {
    const cellOf = (record: Item) => record[name]
    const schema = unwrap(wrapped)
    if (schema instanceof z.ZodObject)
      return columnsOf(schema, {}).map((column) => ({
        name: `${name}.${column.name}`,
        cellOf: (record: Item) => {
          const inner = record[name] as Item | null | undefined
          return inner ? column.cellOf(inner) : null
        },
      }))
    if (!(schema instanceof z.ZodArray)) return [{ name, cellOf }]
    const cells = lists[name] ?? (unwrap(schema.element) instanceof z.ZodObject ? null : textsOf)
    if (!cells) return []
    return [{ name, cellOf: (record) => cells((record[name] ?? []) as readonly Item[]).join('; ') }]
  })
}

const textsOf = (items: readonly unknown[]) => items.map(String)

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return isWrapper(schema) ? unwrap(schema.unwrap()) : schema
}

/**
 * Returns a response with all records of a list as CSV. Reads the first page before returning, so that an error of the
 * request still gets its status. Later pages are read as fast as the client reads the response.
 */
export async function csvResponse(
  context: Context<HttpEnv>,
  table: CsvTable,
  pages: AsyncGenerator<readonly object[]>,
): Promise<Response> {
  const first = await pages.next()
  async function* pieces(): AsyncGenerator<string> {
    yield table.header
    if (first.done) return
    yield table.linesOf(first.value)
    for await (const page of pages) yield table.linesOf(page)
  }
  const { deps, requestId } = context.get('ctx')
  const body = streamOf(pieces(), (error) => deps.logger.error({ error, requestId }, 'response broken off'))
  return context.body(body, 200, { 'Content-Type': `${CSV_TYPE}; charset=utf-8` })
}
