import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { RequestGate } from '../core/admission.ts'
import type { HttpEnv } from '../http/environment.ts'
import { uncounted } from '../http/rate.ts'
import type { Site } from './site.tsx'

/** Pages load from here only, and nothing in them is inline. */
const POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A response that is kept after it was first made. */
interface Kept {
  type: string
  body: string | Uint8Array<ArrayBuffer>
  tag: string
}

/**
 * The documentation at /docs and the page at /, to be mounted in the HTTP app. It is made of files of the installation when it
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
  // Imported when needed: the libraries behind it would delay every start.
  let made: Promise<Site> | undefined
  const site = () => {
    made ??= import('./site.tsx').then(({ createSite }) => createSite({ openApi: openApi(), graphiql }))
    return made
  }
  const kept = new Map<string, Kept>()
  const keep = (path: string, type: string, body: Kept['body']): Kept => {
    const entry = {
      type,
      body,
      tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`,
    }
    kept.set(path, entry)
    return entry
  }

  app.use('/', uncounted(gate.limiter))
  app.use('/docs/*', uncounted(gate.limiter))
  app.get('/', async (context) => {
    return answer(context, kept.get('/') ?? keep('/', HTML, (await site()).home()))
  })
  app.get('/docs/assets/:name', async (context) => {
    const file = (await site()).assets.files.get(context.req.param('name'))
    if (!file) return missing(context)
    return context.body(file.body, 200, {
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
  app.get('/docs/search.json', async (context) => {
    const { path } = context.req
    return answer(context, kept.get(path) ?? keep(path, 'application/json', (await site()).index()))
  })
  app.get('/docs/schema.graphql', async (context) => {
    const { path } = context.req
    return answer(context, kept.get(path) ?? keep(path, 'text/plain; charset=utf-8', (await site()).schema))
  })
  const showPage = async (context: Context<HttpEnv>) => {
    const { path } = context.req
    const known = kept.get(path)
    if (known) return answer(context, known)
    const page = (await site()).page(path)
    if (page) return answer(context, keep(path, HTML, page))
    // Links with a slash at the end are common.
    if (path.endsWith('/')) return context.redirect(path.replace(/\/+$/, ''), 301)
    return missing(context)
  }
  app.get('/docs', showPage)
  app.get('/docs/*', showPage)
  return app

  async function missing(context: Context<HttpEnv>) {
    return context.html((await site()).missing(), 404, { 'Content-Security-Policy': POLICY })
  }
}

const HTML = 'text/html; charset=utf-8'

/** Answers with what is kept, or that the browser has it already. */
function answer(context: Context<HttpEnv>, { type, body, tag }: Kept): Response {
  const headers = { ETag: tag, 'Cache-Control': 'no-cache', 'Content-Security-Policy': POLICY }
  const known = context.req.header('if-none-match')?.split(/\s*,\s*/)
  if (known?.some((one) => one === tag || one === `W/${tag}`)) return context.body(null, 304, headers)
  return context.body(body, 200, { ...headers, 'Content-Type': type })
}
