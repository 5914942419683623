import type { SiteFailure } from '../../generated/prisma/enums.ts'
import type { SafeResponse } from '../../infra/safe-fetch.ts'
import type { Ctx } from '../foundation/context.ts'
import type { OutboundDeps } from '../foundation/outbound.ts'
import { type Page, parsePage } from './page.ts'

/** Limits on fetching a page of a site: bytes, milliseconds, number of redirects. */
export const PAGE_LIMITS = { maxBytes: 2 * 1024 * 1024, timeout: 10_000, redirects: 5 }

/** Headers of a request for a page. */
export const PAGE_HEADERS = { accept: 'text/html', 'accept-language': 'en' }

/** Reserved domains without real sites (RFC 2606, RFC 6761). They are not fetched. */
const RESERVED = /(^|\.)(example|invalid|test)\.?$/

/** Returns the URL to request for a page; null for a reserved domain. */
export function pageUrl(address: string): URL | null {
  const url = new URL(address)
  if (RESERVED.test(url.hostname)) return null
  // Drops credentials in the URL, because they were not given for this request.
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

/** Returns why a response is not an HTML page; null if it is one. */
export function failureOf({ status, headers }: SafeResponse): 'status' | 'not_html' | null {
  if (status < 200 || status > 299) return 'status'
  return /^text\/html\s*(;|$)/i.test(headers['content-type'] ?? '') ? null : 'not_html'
}

/** Fetches and parses the home page of a site. Returns failures rather than throwing them. */
export async function fetchSite(
  ctx: Ctx<OutboundDeps>,
  address: string,
): Promise<{ page: Page } | { failure: SiteFailure }> {
  const url = pageUrl(address)
  if (!url) return { failure: 'reserved' }
  const response = await ctx.deps.outbound
    .fetch(url.href, { ...PAGE_LIMITS, headers: PAGE_HEADERS })
    .catch(() => null)
  if (!response) return { failure: 'unreachable' }
  const failure = failureOf(response)
  if (failure) return { failure }
  try {
    return { page: parsePage(response.body, response.url) }
  } catch {
    return { failure: 'unreadable' }
  }
}
