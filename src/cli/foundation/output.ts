import { ConfigError } from '../../config/error.ts'
import { AppError, type FieldErrors } from '../../core/foundation/errors.ts'
import { isDatabaseUnavailable } from '../../infra/database-unavailable.ts'
import { getErrorMessage } from '../../infra/error-message.ts'

/** Prints one JSON document to standard output, indented on a terminal. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0)}\n`)
}

/** Prints a record as lines of names and values, and a list of records as a table. */
export function printPlain(value: object | readonly object[]): void {
  process.stdout.write(`${Array.isArray(value) ? plainTable(value) : lines(value)}\n`)
}

function lines(record: object): string {
  const entries = Object.entries(record)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`).join('\n')
}

/** Formats a list of records as a table with a column per field. */
export function plainTable(records: readonly object[]): string {
  const [first] = records
  if (!first) return 'None.'
  const names = Object.keys(first)
  const rows = [names, ...records.map((record) => Object.values(record).map(plain))]
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value))
    return value.length > 6 ? `${value.slice(0, 6).join(' ')} …` : value.join(' ') || '-'
  return String(value)
}

/** Makes the process exit with a code other than 0. Thrown by a command that has already printed its result. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly exitCode: number

  constructor(message = '', { exitCode = 1 }: { exitCode?: number } = {}) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Prints an error to standard output as JSON, like REST does, or to standard error as text. */
export function printFailure(error: unknown, json: boolean): void {
  const { code, message, fieldErrors } = describeFailure(error)
  if (json) {
    printJson({ error: { code, message }, ...(fieldErrors && { details: { fieldErrors } }) })
    return
  }
  const fields = Object.entries(fieldErrors ?? {}).map(([field, problem]) => `${field} ${problem}`)
  process.stderr.write(`Error: ${[message, ...fields].join('\n  ')}\n`)
}

function describeFailure(error: unknown): {
  code: string
  message: string
  fieldErrors?: FieldErrors | null
} {
  if (error instanceof AppError) return error
  if (error instanceof ConfigError) return { code: 'CONFIGURATION', message: error.message }
  const message = getErrorMessage(error)
  if (isDatabaseUnavailable(error))
    return { code: 'SERVICE_UNAVAILABLE', message: `The database cannot be used: ${message}` }
  return { code: 'INTERNAL_ERROR', message }
}
