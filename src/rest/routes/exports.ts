import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { EXPORT_TABLE_NAMES, EXPORT_TABLES } from '../../core/exports/tables.ts'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { RestApp } from '../foundation/context.ts'
import { toCsv } from '../foundation/csv.ts'
import { EXPORT_FORMATS, EXPORT_TYPES } from '../foundation/export-formats.ts'
import { exportResponse } from '../foundation/export-response.ts'
import { RESPONSE_HEADERS } from '../openapi/headers.ts'
import { takes } from '../openapi/keys.ts'
import { failures } from '../openapi/responses.ts'

const TABLES = Object.fromEntries(EXPORT_TABLE_NAMES.map((name) => [name, EXPORT_TABLES[name].description]))

const header = EXPORT_TABLES.metrics.columns.map(({ name }) => name)

const exportRoute = createRoute({
  method: 'get',
  path: '/v1/analysis/exports/{table}',
  operationId: 'exportTable',
  summary: 'Export answers, mentions, sources, metrics or corrections as a file',
  description:
    'Contains the rows of all ended runs of the project, oldest run first, and has no pages: the response is streamed. The columns ' +
    'have the names of the columns in the views for analysts, in snake_case. If a run changes during the export, the connection breaks off. ' +
    'Then export it again.',
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: {
    params: z.object({ table: enumSchema(TABLES, 'Table to export.') }),
    query: z.object({
      format: enumSchema(EXPORT_FORMATS, 'Format of the file.').default('csv'),
      runId: z.string().optional().describe('Only this run.'),
      since: z
        .string()
        .optional()
        .describe('Only runs that ended at this time or later: a day (UTC) such as `2026-11-30`, or a time.'),
      until: z.string().optional().describe('Only runs that ended before this time.'),
      includeAnswer: z
        .boolean()
        .default(false)
        .describe('Adds the text of the answers in Markdown to the tables `answers` and `corrections`.'),
    }),
  },
  responses: {
    200: {
      description: 'The file.',
      headers: RESPONSE_HEADERS,
      content: {
        [EXPORT_TYPES.csv]: { schema: z.string(), example: toCsv([header]) },
        [EXPORT_TYPES.jsonl]: {
          schema: z.string(),
          example:
            '{"scope":"all","scope_value":"","entity_id":"brand","metric":"mentionRate","value":0.6}\n',
        },
        [EXPORT_TYPES.parquet]: { schema: z.string().meta({ format: 'binary' }) },
      },
    },
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'),
  },
})

export function addExportRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(exportRoute)
  app.get(exportRoute.getRoutingPath(), (context) =>
    exportResponse(context, context.req.param('table') ?? ''),
  )
}
