import type { SiteFailure } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../foundation/context.ts'
import type { OutboundDeps } from '../foundation/outbound.ts'
import { type Page, parsePage } from './page.ts'

/** Limits on fetching the home page of a site: bytes, milliseconds, number of redirects. */
const LIMITS = { maxBytes: 2 * 1024 * 1024, timeout: 10_000, redirects: 5 }

/** Reserved domains without real sites (RFC 2606, RFC 6761). They are not fetched. */
const RESERVED = /(^|\.)(example|invalid|test)\.?$/

/** Fetches and parses the home page of a site. Returns failures rather than throwing them. */
export async function fetchSite(
  ctx: Ctx<OutboundDeps>,
  address: string,
): Promise<{ page: Page } | { failure: SiteFailure }> {
  const url = new URL(address)
  if (RESERVED.test(url.hostname)) return { failure: 'reserved' }
  // Drops credentials in the URL, because they were not given for this request.
  url.username = ''
  url.password = ''
  url.hash = ''
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  const response = await ctx.deps.outbound.fetch(url.href, { ...LIMITS, headers }).catch(() => null)
  if (!response) return { failure: 'unreachable' }
  if (response.status < 200 || response.status > 299) return { failure: 'status' }
  if (!/^text\/html\s*(;|$)/i.test(response.headers['content-type'] ?? '')) return { failure: 'not_html' }
  try {
    return { page: parsePage(response.body, response.url) }
  } catch {
    return { failure: 'unreadable' }
  }
}
