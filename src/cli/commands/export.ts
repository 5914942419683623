import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { paths } from '@answergraph/client'
import { Argument, type Command, Option } from 'commander'
import { EXPORT_TABLE_NAMES } from '../../core/exports/tables.ts'
import { AppError } from '../../core/foundation/errors.ts'
import type { Operations } from '../foundation/operations.ts'
import { printJson, printPlain } from '../foundation/output.ts'
import { addRemoteOptions, withRemote } from '../remote/connection.ts'

type Export = paths['/v1/analysis/exports/{table}']['get']['parameters']
type Query = NonNullable<Export['query']>

/** Adds `export`, which writes a table of the project of a key to a file or to standard output. */
export function addExportCommand(program: Command, operations: Operations): void {
  addRemoteOptions(
    program
      .command('export')
      .description(
        'write answers, mentions, sources, metrics or corrections of a project to a file, for analysts',
      )
      .addArgument(new Argument('<table>', 'table to export').choices(EXPORT_TABLE_NAMES))
      .argument('[file]', 'a new file; by default, the table is written to standard output')
      .addOption(
        new Option('--format <format>', 'format of the file')
          .choices(['csv', 'jsonl', 'parquet'])
          .default('csv'),
      )
      .option('--run <run>', 'only this run')
      .option('--since <time>', 'only runs that ended at this time or later, such as 2026-11-30')
      .option('--until <time>', 'only runs that ended before this time')
      .option('--include-answer', 'add the text of the answers to the table answers'),
  ).action(
    (
      table: Export['path']['table'],
      file: string | undefined,
      { format, run, since, until, includeAnswer = false, json, ...options },
    ) =>
      withRemote(operations, options, async ({ client, library }) => {
        const query: Query = {
          format,
          includeAnswer,
          ...(run !== undefined && { runId: run }),
          ...(since !== undefined && { since }),
          ...(until !== undefined && { until }),
        }
        const params = { path: { table }, query }
        const body = await library.unwrap(
          client.rest.GET('/v1/analysis/exports/{table}', { params, parseAs: 'stream' }),
        )
        if (!body) throw new AppError('UPSTREAM_ERROR', 'The server sent no file.')
        const bytes = await write(body, file)
        if (file === undefined) return
        if (json) printJson({ file, bytes })
        else printPlain({ file, bytes })
      }),
  )
}

/**
 * Writes a stream to a new file, or to standard output. Returns the number of bytes. Deletes an incomplete file.
 * @throws {AppError} UPSTREAM_ERROR if the server breaks off the response
 */
async function write(body: AsyncIterable<Uint8Array>, file: string | undefined): Promise<number> {
  let bytes = 0
  async function* received() {
    try {
      for await (const chunk of body) {
        bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      throw new AppError('UPSTREAM_ERROR', 'The server broke off the export. Export it again.', {
        cause: error,
      })
    }
  }
  if (file === undefined) {
    await pipeline(received, process.stdout, { end: false })
    return bytes
  }
  // `wx` fails if the file exists.
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(received, output)
  } catch (error) {
    if (error instanceof AppError) await rm(file, { force: true })
    throw error
  }
  return bytes
}
