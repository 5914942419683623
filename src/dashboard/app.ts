import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { RequestGate } from '../core/admission.ts'
import { codingFor } from '../http/content-coding.ts'
import type { HttpEnv } from '../http/environment.ts'
import { uncounted } from '../http/rate.ts'
import { PACKAGE_ROOT } from '../infra/package-root.ts'

const FOLDER = join(PACKAGE_ROOT, 'dist', 'dashboard')

/** Everything comes from here, nothing is inline. Pictures of charts are drawn from `blob:` addresses. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Its document asks for the code of the page at once; all others share one. */
const OVERVIEW = '/organizations/:organization/projects/:project/overview'

/** The addresses of the other pages; the browser finds out which page it is. */
const PAGES = ['/sign-in', '/forgot-password', '/reset-password', '/accept-invitation', '/organizations/*']

/** Endings of the files that build.js makes beside a file, by content coding. */
const COMPRESSED = { br: '.br', gzip: '.gz' } as const

/** A file as it is sent. */
type Body = Uint8Array<ArrayBuffer>

/**
 * The dashboard at `/`, to be mounted in the HTTP app: the document of its pages, and the files that it loads, whose
 * names change with their content, so that browsers keep them for ever. The files are read when they are first asked for.
 */
export function createDashboardApp({ gate }: { gate: RequestGate }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const files = new Map<string, Body>()
  const read = (path: string): Body => {
    const known = files.get(path)
    if (known) return known
    const body = new Uint8Array(readFileSync(join(FOLDER, path)))
    files.set(path, body)
    return body
  }
  let names: ReadonlySet<string> | undefined
  const document = (file: string) => (context: Context<HttpEnv>) =>
    context.body(read(file), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      // Browsers then also drop the page from their memory when the session ends: "back" does not show it after signing out.
      'Cache-Control': 'no-store',
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
    })
  // The page at `/` goes on to an overview.
  for (const page of ['/', OVERVIEW]) app.get(page, uncounted(gate.limiter), document('overview.html'))
  for (const page of PAGES) app.get(page, uncounted(gate.limiter), document('index.html'))
  app.get('/assets/:name', uncounted(gate.limiter), (context) => {
    names ??= new Set(readdirSync(join(FOLDER, 'assets')))
    const name = context.req.param('name')
    const type = TYPES[extname(name)]
    if (!type || !names.has(name)) return context.notFound()
    const coding = codingFor(context.env.incoming)
    const compressed = coding && `${name}${COMPRESSED[coding]}`
    const sent = compressed && names.has(compressed) ? compressed : name
    context.env.exchange.isFile = true
    return context.body(read(`assets/${sent}`), 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(coding && sent === compressed && { 'Content-Encoding': coding }),
    })
  })
  return app
}
