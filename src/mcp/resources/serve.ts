import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { isAllowed } from '../../core/access/authorize.ts'
import type { AppCtx } from '../../core/context.ts'
import { AppError } from '../../core/foundation/errors.ts'
import { answering } from '../foundation/errors.ts'
import { fenceWithNote } from '../foundation/untrusted.ts'
import { listReports } from './listing.ts'
import { REPORT_TEMPLATES, REPORT_TYPE, RUN_REPORT } from './report-template.ts'

/** Registers the handlers for resources: the reports that the caller may read. */
export function serveResources(server: Server, ctx: AppCtx): void {
  const templates = REPORT_TEMPLATES.filter(({ permission }) => isAllowed(ctx, permission))
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: templates.map(({ uri, name, title, description }) => ({
      uriTemplate: uri.toString(),
      name,
      title,
      description,
      mimeType: REPORT_TYPE,
    })),
  }))
  server.setRequestHandler('resources/list', ({ params }) =>
    answering(ctx, 'resources/list', async () =>
      templates.includes(RUN_REPORT) ? listReports(ctx, params?.cursor) : { resources: [] },
    ),
  )
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    answering(ctx, 'resources/read', async () => {
      for (const template of templates) {
        const id = template.uri.match(uri)?.[template.variable]
        if (typeof id !== 'string') continue
        const report = await template.read(ctx, id).catch((error) => {
          throw error instanceof AppError && error.code === 'NOT_FOUND'
            ? new ResourceNotFoundError(uri)
            : error
        })
        return { contents: [{ uri, mimeType: REPORT_TYPE, text: fenceWithNote(report.markdown) }] }
      }
      throw new ResourceNotFoundError(uri)
    }),
  )
}
