import type { RestApp } from '../context.ts'
import { registerHeaders } from './headers.ts'

const DESCRIPTION = `Measures how AI search surfaces speak of a brand.

- Success is \`{"data": …}\`, failure \`{"error": {"code", "message"}}\`, with \`details.fieldErrors\` when fields are wrong.
- Absent values are \`null\`, never missing. Times are ISO 8601 in UTC.
- Unknown fields in a body are refused; unknown query parameters are ignored.
- Bodies are JSON in UTF-8 of at most 1 MiB.
- Checks come in this order: key (401), rate (429), scope of the key (403), input (400), existence (404), plan, limits and
  credits (403), conflicts (409).
- Another tenant's id answers as a missing one: 404.
- HEAD answers as GET without a body. Other paths and methods are 404.`

/** Security of every operation. */
export const BEARER = [{ bearer: [] }]

/** Serves the OpenAPI document of all routes, also to those without a key; made once, when first asked for. */
export function serveDocument(app: RestApp): void {
  let document: string | undefined
  app.get('/v1/openapi.json', (context) => {
    document ??= JSON.stringify(createDocument(app))
    return context.body(document, 200, { 'Content-Type': 'application/json' })
  })
}

function createDocument(app: RestApp) {
  registerHeaders(app)
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'A project key or an organization key: `Authorization: Bearer svc_…`',
  })
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Answergraph REST API', version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
  })
}
