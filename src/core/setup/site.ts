import type { SiteFailure } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../context.ts'
import { type Page, readPage } from './page.ts'

/** Limits on fetching the first page of a site: bytes, milliseconds, number of redirects. */
const LIMITS = { maximumBytes: 2 * 1024 * 1024, timeout: 10_000, redirects: 5 }

/** Reserved domains, below which there are no real sites (RFC 2606, RFC 6761): they are not fetched. */
const RESERVED = /(^|\.)(example|invalid|test)\.?$/

/** Fetches and parses the first page of a site. Does not throw: a failure is returned. */
export async function readSite(
  ctx: Ctx,
  address: string,
): Promise<{ page: Page } | { failure: SiteFailure }> {
  const url = new URL(address)
  if (RESERVED.test(url.hostname)) return { failure: 'reserved' }
  // Credentials in the address are not sent: they were not given for this request.
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
