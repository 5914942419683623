import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { RequestGate } from '../core/keys/admission.ts'
import type { HttpEnv } from '../http/environment.ts'
import { showAddressRate } from '../http/rate.ts'
import type { Site } from './site.tsx'

/** Pages load files from this server only and contain no inline scripts or styles. */
const POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Creates the HTTP app that serves the documentation at /docs. It creates pages on the first request and keeps them. It
 * uses local files only and sends no requests.
 * @param openApi returns the OpenAPI 3.1 document of the REST interface
 * @param graphiql whether browsers get GraphiQL at /graphql
 */
export function createDocumentationApp({
  gate,
  openApi,
  graphiql,
}: {
  gate: RequestGate
  openApi: () => unknown
  graphiql: boolean
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  let created: Promise<Site> | undefined
  const getSite = () => {
    // Imported on demand, because its libraries would slow down every start.
    created ??= import('./site.tsx').then(({ createSite }) => createSite({ openApi: openApi(), graphiql }))
    return created
  }
  const show = async (context: Context<HttpEnv>) => {
    const { find, missing } = await getSite()
    const { path } = context.req
    const page = path.replace(/\/+$/, '')
    const resource = find(path)
    if (!resource && page !== path && find(page)) return context.redirect(page, 301)
    if (!resource) return context.html(missing(), 404, { 'Content-Security-Policy': POLICY })
    const { type, body, permanent } = await resource
    return context.body(body, 200, {
      'Content-Type': type,
      'Cache-Control': permanent ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': POLICY,
    })
  }
  app.use('/docs/*', showAddressRate(gate.limiter), etag())
  app.get('/docs', show)
  app.get('/docs/*', show)
  return app
}
