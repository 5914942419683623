import type { Context } from 'hono'
import { z } from 'zod'
import { exportRows } from '../../core/exports/export-rows.ts'
import { parse } from '../../core/foundation/parse.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import type { HttpEnv } from '../../http/environment.ts'
import { EXPORT_FORMATS, EXPORT_TYPES, toFile } from './export-formats.ts'
import { booleanOf, queryOf } from './query.ts'
import { streamOf } from './stream.ts'

const formatSchema = z.strictObject({
  format: z
    .enum(valuesOf(EXPORT_FORMATS), `must be one of ${valuesOf(EXPORT_FORMATS).join(', ')}`)
    .default('csv'),
})

/**
 * Responds with a table as a file. Errors of the request have their status. The rows are read as fast as the client reads the
 * response, and no longer after it has disconnected. An error while reading breaks off the response.
 * @param table name from the path
 * @param more query parameters that `GET /v1/analysis/exports/{table}` does not have
 */
export async function exportResponse(
  context: Context<HttpEnv>,
  table: string,
  more: readonly 'projectId'[] = [],
): Promise<Response> {
  const {
    format: name,
    includeAnswer,
    ...query
  } = queryOf(context, 'runs:read', ['format', 'runId', 'since', 'until', 'includeAnswer', ...more])
  const ctx = context.get('ctx')
  const { format } = parse(formatSchema, { format: name })
  // The operation validates the table and the times; the cast only declares their type.
  const input = {
    ...query,
    table,
    includeAnswer: booleanOf({ includeAnswer }, 'includeAnswer'),
  } as Parameters<typeof exportRows>[0]['input']
  const rows = await exportRows({ ctx, input })
  const { deps, requestId } = ctx
  const body = streamOf(toFile(format, rows), (error) =>
    deps.logger.error({ error, requestId }, 'response broken off'),
  )
  const type = EXPORT_TYPES[format]
  return context.body(body, 200, {
    'Content-Type': format === 'csv' ? `${type}; charset=utf-8` : type,
    'Content-Disposition': `attachment; filename="${table}.${format}"`,
  })
}
