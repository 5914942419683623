import { listsRedirects, readerOf } from '../../providers/answer-readers.ts'
import type { JsonValue, RawAnswer } from '../../providers/driver.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx, ThreadTask } from '../context.ts'
import { isLarge } from '../observations/size.ts'

/** Links of one answer that are followed; times in milliseconds. The unit is not recorded before its links were followed. */
const LIMITS = { links: 50, concurrent: 5, timeout: 3_000, total: 10_000 }

/** The links of a response that only redirect to its sources; none in one that cannot be read. */
export async function redirectsIn(ctx: Ctx, provider: Provider, raw: RawAnswer): Promise<readonly string[]> {
  const { id, driverName, driver } = provider
  try {
    if (!isLarge(raw)) return driver.redirects?.(raw) ?? []
    if (!listsRedirects(raw)) return []
    return await ctx.deps.readingThread.run(FIND_REDIRECTS, { provider: { id, driverName }, raw })
  } catch {
    // Said when the answer is read.
    return []
  }
}

/** {@link redirectsIn} in a thread. */
export const FIND_REDIRECTS: ThreadTask<
  { provider: Pick<Provider, 'id' | 'driverName'>; raw: RawAnswer },
  readonly string[]
> = {
  name: 'find-redirects',
  run: ({ provider, raw }) => readerOf(provider).redirects?.(raw) ?? [],
}

/**
 * Asks each link where it redirects to, once and by one step, without visiting the target.
 * @returns the http and https targets by link; without the links that lead nowhere, or were not answered in time
 */
export async function followRedirects(
  ctx: Ctx,
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

async function targetOf(ctx: Ctx, link: string, signal: AbortSignal): Promise<string | null> {
  const { timeout } = LIMITS
  // GET, because not every server answers HEAD; the body is not read.
  const options = { timeout, maximumBytes: 0, redirects: 0, signal }
  const response = await ctx.deps.outbound.fetch(link, options).catch(() => null)
  const location = response?.headers.location
  if (location === undefined || !URL.canParse(location, link)) return null
  const target = new URL(location, link)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null
  // Never stored.
  target.username = ''
  target.password = ''
  return target.href
}
