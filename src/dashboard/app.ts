import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { RequestGate } from '../core/keys/admission.ts'
import { chooseCoding } from '../http/content-coding.ts'
import type { HttpEnv } from '../http/environment.ts'
import { showAddressRate } from '../http/rate.ts'
import { PACKAGE_ROOT } from '../infra/package-root.ts'

const FOLDER = join(PACKAGE_ROOT, 'dist', 'dashboard')

/** Everything is loaded from this origin; inline code and styles are not allowed. Chart images use `blob:` URLs. */
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

/** This page has its own HTML document, which preloads the page's code. All other pages share one document. */
const OVERVIEW = '/organizations/:organization/projects/:project/overview'

/** Path of the pages at which apps ask for access (OAuth). */
const OAUTH_REQUESTS = '/oauth/requests/'

/** Paths of the other pages. The router in the browser decides which page to show. */
const PAGES = [
  '/setup',
  '/sign-in',
  '/forgot-password',
  '/reset-password',
  '/accept-invitation',
  '/organizations/*',
  `${OAUTH_REQUESTS}:request`,
]

/** File name endings of the compressed variants that build.js writes, by content coding. */
const COMPRESSED = { br: '.br', gzip: '.gz' } as const

type Body = Uint8Array<ArrayBuffer>

/**
 * Creates the dashboard app, mounted at `/`. It serves the HTML documents and the assets they load. Asset names contain
 * a content hash, so browsers cache them forever. Files are read from disk on first request and kept in memory.
 */
export function createDashboardApp({ gate }: { gate: RequestGate }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const files = new Map<string, Body>()
  const read = (path: string): Body => {
    const cached = files.get(path)
    if (cached) return cached
    const body = new Uint8Array(readFileSync(join(FOLDER, path)))
    files.set(path, body)
    return body
  }
  let names: ReadonlySet<string> | undefined
  const document = (file: string) => (context: Context<HttpEnv>) =>
    context.body(read(file), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      // `no-store` also excludes the page from the back/forward cache, so "back" does not show it after signing out.
      'Cache-Control': 'no-store',
      'Content-Security-Policy': POLICY,
      ...(!isOpenedByApp(context) && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
    })
  // The page at `/` redirects to an overview.
  for (const page of ['/', OVERVIEW]) app.get(page, showAddressRate(gate.limiter), document('overview.html'))
  for (const page of PAGES) app.get(page, showAddressRate(gate.limiter), document('index.html'))
  app.get('/assets/:name', showAddressRate(gate.limiter), (context) => {
    names ??= new Set(readdirSync(join(FOLDER, 'assets')))
    const name = context.req.param('name')
    const type = TYPES[extname(name)]
    if (!type || !names.has(name)) return context.notFound()
    const coding = chooseCoding(context.env.incoming)
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

/**
 * Whether an app may have opened the page in a small window, which later sends the result to the app. The header
 * Cross-Origin-Opener-Policy would disconnect the window from the app.
 */
function isOpenedByApp({ req }: Context<HttpEnv>): boolean {
  return req.path.startsWith(OAUTH_REQUESTS) || (req.query('to') ?? '').startsWith(OAUTH_REQUESTS)
}
