import type { Ctx } from '../context.ts'
import { type Page, readPage } from './page.ts'

/** Most of a site's first page that is looked at: bytes, milliseconds, hops. */
const LIMITS = { maximumBytes: 2 * 1024 * 1024, timeout: 10_000, redirects: 5 }

/** Names that never are a site's (RFC 2606, RFC 6761): nobody is asked about them. */
const RESERVED = /(^|\.)(example|invalid|test)\.?$/

/** Why a site could not be read, in a word: safe to log, unlike an address. */
export type SiteFailure = 'reserved' | 'unreachable' | 'status' | 'not_html' | 'unreadable'

/** Fetches and reads the first page of a site. Throws nothing. */
export async function readSite(
  ctx: Ctx,
  address: string,
): Promise<{ page: Page } | { failure: SiteFailure }> {
  const url = new URL(address)
  if (RESERVED.test(url.hostname)) return { failure: 'reserved' }
  // Whatever somebody put there, it is not ours to use.
  url.username = ''
  url.password = ''
  url.hash = ''
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  const response = await ctx.deps.outbound.fetch(url.href, { ...LIMITS, headers }).catch(() => null)
  if (!response) return { failure: 'unreachable' }
  if (response.status < 200 || response.status > 299) return { failure: 'status' }
  if (!/^text\/html\s*(;|$)/i.test(response.headers['content-type'] ?? '')) return { failure: 'not_html' }
  try {
    return { page: readPage(response.body, response.url) }
  } catch {
    return { failure: 'unreadable' }
  }
}
