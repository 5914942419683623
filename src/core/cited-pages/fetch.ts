import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { parseUrl } from '../../definitions/parse-url.ts'
import { OutboundError } from '../../infra/outbound-error.ts'
import type { SafeResponse } from '../../infra/safe-fetch.ts'
import type { Ctx } from '../foundation/context.ts'
import { failureOf, PAGE_HEADERS, PAGE_LIMITS, pageUrl } from '../setup/site.ts'
import type { CitedPagesDeps, CitedPagesSettings } from './dependencies.ts'
import { CHECK_ROBOTS, CRAWLER } from './robots.ts'

/** Why a page was not read. */
export interface NotRead {
  outcome: 'robots' | 'not_page' | 'failed'
  /** Short reason. */
  reason: string | null
}

/** Fetches a page. Rejects only if its signal is aborted. */
export type PageFetch = (address: string) => Promise<{ html: string; url: string } | NotRead>

const HEADERS = { ...PAGE_HEADERS, 'user-agent': `${CRAWLER}/1` }

/** Limits on fetching robots.txt. RFC 9309 requires at least 500 KiB and five redirects. */
const ROBOTS_LIMITS = { ...PAGE_LIMITS, maxBytes: 512 * 1024 }

const failed = (reason: string): NotRead => ({ outcome: 'failed', reason })

/**
 * Creates a function that fetches pages as their sites permit: robots.txt is respected (RFC 9309) and fetched once per
 * origin, also for the targets of redirects, and a host receives one request at a time.
 */
export function createPageFetch(
  ctx: Ctx<CitedPagesDeps>,
  { fetch, delay }: CitedPagesSettings,
  signal: AbortSignal,
): PageFetch {
  const hosts = new Map<string, PQueue>()
  const robotsFiles = new Map<string, Promise<{ text: string } | NotRead>>()

  function request(url: URL, limits: typeof PAGE_LIMITS): Promise<SafeResponse> {
    const turns = hosts.get(url.host) ?? new PQueue({ concurrency: 1 })
    hosts.set(url.host, turns)
    return turns.add(async () => {
      const response = fetch(url.href, { ...limits, headers: HEADERS, signal })
      await response.catch(() => {})
      await pause(delay, null, { signal })
      return response
    })
  }

  async function fetchRobots(url: URL): Promise<{ text: string } | NotRead> {
    try {
      const { status, body } = await request(url, ROBOTS_LIMITS)
      if (status >= 200 && status < 300) return { text: body }
      // Without a robots.txt, everything is allowed. If the site cannot tell, nothing is.
      return status >= 400 && status < 500 && status !== 429
        ? { text: '' }
        : failed(`robots.txt: status ${status}`)
    } catch (error) {
      return failed(`robots.txt: ${reasonOf(error)}`)
    }
  }

  async function checkRobots(url: URL): Promise<NotRead | null> {
    const address = new URL('/robots.txt', url)
    const file = robotsFiles.get(url.origin) ?? fetchRobots(address)
    robotsFiles.set(url.origin, file)
    const robots = await file
    if ('outcome' in robots) return robots
    if (robots.text === '') return null
    const input = { robots: { url: address.href, text: robots.text }, url: url.href }
    return (await ctx.deps.extractionThreads.run(CHECK_ROBOTS, input))
      ? null
      : { outcome: 'robots', reason: null }
  }

  async function fetchPage(address: string): ReturnType<PageFetch> {
    let next: string = address
    for (let hop = 0; hop <= PAGE_LIMITS.redirects; hop += 1) {
      const url = pageUrl(next)
      if (!url) return failed('reserved domain')
      const refusal = await checkRobots(url)
      if (refusal) return refusal
      // Redirects are followed here, because the robots.txt of the next site also counts.
      const response = await request(url, { ...PAGE_LIMITS, redirects: 0 })
      const { status, headers, body } = response
      const target = status >= 300 && status < 400 ? parseUrl(headers.location ?? '', url.href) : null
      if (!target || headers.location === undefined) {
        const failure = failureOf(response)
        if (failure === 'status') return failed(`status ${status}`)
        return failure ? { outcome: 'not_page', reason: 'not HTML' } : { html: body, url: url.href }
      }
      next = target.href
    }
    return failed('too many redirects')
  }

  return async (address) => {
    try {
      return await fetchPage(address)
    } catch (error) {
      signal.throwIfAborted()
      return failed(reasonOf(error))
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof OutboundError ? error.kind : 'unreadable'
}
