import { parseUrl } from '../../definitions/parse-url.ts'
import type { Ctx } from '../foundation/context.ts'
import type { OutboundDeps } from '../foundation/outbound.ts'
import type { ExtractionDeps, ThreadTask } from '../observations/extraction-threads.ts'
import { isLarge } from '../observations/size.ts'
import type { JsonValue, RawAnswer } from '../provider-port/driver.ts'
import type { Provider } from '../provider-port/registry.ts'

/**
 * Limits for the links of one answer; times in milliseconds. The unit is recorded only after its links were followed.
 */
const LIMITS = { links: 50, concurrent: 5, timeout: 3_000, total: 10_000 }

/** Returns the links of a response that only redirect to sources; empty for a response that cannot be parsed. */
export async function redirectsIn(
  ctx: Ctx<ExtractionDeps>,
  provider: Provider,
  raw: RawAnswer,
): Promise<readonly string[]> {
  const { id, driverName, driver } = provider
  try {
    if (!isLarge(raw)) return driver.redirects?.(raw) ?? []
    if (!ctx.deps.providers.readers.listsRedirects(raw)) return []
    return await ctx.deps.extractionThreads.run(FIND_REDIRECTS, { provider: { id, driverName }, raw })
  } catch {
    // Parsing the answer reports this error.
    return []
  }
}

/** {@link redirectsIn} as a task for a thread. */
export const FIND_REDIRECTS: ThreadTask<
  { provider: Pick<Provider, 'id' | 'driverName'>; raw: RawAnswer },
  readonly string[]
> = {
  name: 'find-redirects',
  run: ({ provider, raw }, { readerOf }) => readerOf(provider).redirects?.(raw) ?? [],
}

/**
 * Requests each link once to learn its redirect target, without visiting the target.
 * @returns the http and https targets by link; links without such a target or without a timely response are omitted
 */
export async function followRedirects(
  ctx: Ctx<OutboundDeps>,
  links: readonly string[],
): Promise<{ [link: string]: JsonValue }> {
  const signal = AbortSignal.any([AbortSignal.timeout(LIMITS.total), ctx.deps.stopping])
  const targets = new Map<string, string>()
  const waiting = [...new Set(links)].slice(0, LIMITS.links).values()
  const followNext = async () => {
    for (const link of waiting) {
      if (signal.aborted) return
      const target = await targetOf(ctx, link, signal)
      if (target) targets.set(link, target)
    }
  }
  await Promise.all(Array.from({ length: LIMITS.concurrent }, followNext))
  return Object.fromEntries(targets)
}

async function targetOf(ctx: Ctx<OutboundDeps>, link: string, signal: AbortSignal): Promise<string | null> {
  const { timeout } = LIMITS
  // Use GET, because not every server supports HEAD. The body is not read.
  const options = { timeout, maxBytes: 0, redirects: 0, signal }
  const response = await ctx.deps.outbound.fetch(link, options).catch(() => null)
  const location = response?.headers.location
  const target = location === undefined ? null : parseUrl(location, link)
  if (!target) return null
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null
  // Do not store credentials.
  target.username = ''
  target.password = ''
  return target.href
}
