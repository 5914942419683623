import { type Context, Hono } from 'hono'
import type { RequestGate } from '../core/admission.ts'
import type { HttpEnv } from '../http/environment.ts'
import { uncounted } from '../http/rate.ts'
import type { Site } from './site.tsx'

/** Pages load from here only, and nothing in them is inline. */
const POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The documentation at /docs, to be mounted in the HTTP app. It is made of files of the installation when it
 * is first asked for, and kept: no request leaves the installation.
 * @param openApi makes the OpenAPI 3.1 document of the REST interface
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
  let made: Promise<Site> | undefined
  const site = () => {
    // Imported when needed: the libraries behind it would delay every start.
    made ??= import('./site.tsx').then(({ createSite }) => createSite({ openApi: openApi(), graphiql }))
    return made
  }
  const show = async (context: Context<HttpEnv>) => {
    const { find, missing } = await site()
    const { path } = context.req
    const page = path.replace(/\/+$/, '')
    const found = find(path)
    if (!found && page !== path && find(page)) return context.redirect(page, 301)
    if (!found) return context.html(missing(), 404, { 'Content-Security-Policy': POLICY })
    const { type, body, tag, permanent } = await found
    const headers = {
      ETag: tag,
      'Cache-Control': permanent ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': POLICY,
    }
    const known = context.req.header('if-none-match')?.split(/\s*,\s*/)
    if (known?.some((one) => one.replace(/^W\//, '') === tag)) return context.body(null, 304, headers)
    return context.body(body, 200, { ...headers, 'Content-Type': type })
  }
  app.use('/docs/*', uncounted(gate.limiter))
  app.get('/docs', show)
  app.get('/docs/*', show)
  return app
}
