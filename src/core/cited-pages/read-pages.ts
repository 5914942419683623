import { hash } from 'node:crypto'
import { parseUrl } from '../../definitions/parse-url.ts'
import type { CitedPageOutcome } from '../../generated/prisma/enums.ts'
import { entitiesOf, type Snapshot } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import type { CitedPagesDeps, CitedPagesSettings } from './dependencies.ts'
import { createPageFetch, type PageFetch } from './fetch.ts'
import { FIND_NAMES } from './find-names.ts'

/** Days after which a page is fetched again. */
export const PAGE_DAYS = 7

/** Limits on one call: hosts at the same time, and milliseconds. */
const LIMITS = { hosts: 4, total: 300_000 }

/** A shorter text is a message such as “Enable JavaScript”. Number of characters. */
const MIN_LENGTH = 200

const DAY = 86_400_000

/** The pages to read, most important first, and the brands to look for. */
interface PagesInput {
  projectId: string
  snapshot: Snapshot
  urls: readonly string[]
}

/**
 * Reads pages and stores whether they name the brand and its competitors. Skips pages that were read for the same names
 * in the last seven days. Stores each page immediately, so a call after an interruption continues. Pages that are not
 * reached within the time limit stay as they are.
 */
export async function readPages(
  ctx: Ctx<CitedPagesDeps>,
  settings: CitedPagesSettings,
  { projectId, snapshot, urls }: PagesInput,
): Promise<void> {
  const names = entitiesOf(snapshot).map(({ name, aliases }) => [name, aliases])
  const namesHash = new Uint8Array(hash('sha256', JSON.stringify(names), 'buffer'))
  const fetchedAfter = new Date(ctx.now().getTime() - PAGE_DAYS * DAY)
  const fresh = await ctx.db.prisma.citedPage.findMany({
    where: { projectId, namesHash, fetchedAt: { gt: fetchedAfter } },
    select: { url: true },
  })
  const skipped = new Set(fresh.map(({ url }) => url))
  const ended = new AbortController()
  const signal = AbortSignal.any([AbortSignal.timeout(LIMITS.total), ctx.deps.stopping, ended.signal])
  const fetchPage = createPageFetch(ctx, settings, signal)
  const waiting = groupByHost(urls.filter((url) => !skipped.has(url))).values()
  const readNext = async () => {
    for (const group of waiting) {
      for (const url of group) {
        if (signal.aborted) return
        const page = await readPage(ctx, fetchPage, url, snapshot).catch((error) => {
          if (signal.aborted) return null
          throw error
        })
        // A stopping process cannot read pages.
        if (page && !ctx.deps.stopping.aborted) await store(ctx, { projectId, url, namesHash, ...page })
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: LIMITS.hosts }, readNext))
  } finally {
    ended.abort()
  }
}

function groupByHost(urls: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const url of urls) {
    const host = parseUrl(url)?.host ?? ''
    groups.set(host, [...(groups.get(host) ?? []), url])
  }
  return [...groups.values()]
}

/** What was found out about a page. */
interface ReadPage {
  outcome: CitedPageOutcome
  reason: string | null
  namesBrand: boolean | null
  competitors: string[]
}

async function readPage(
  { deps }: Ctx<CitedPagesDeps>,
  fetchPage: PageFetch,
  url: string,
  snapshot: Snapshot,
): Promise<ReadPage> {
  const fetched = await fetchPage(url)
  if ('outcome' in fetched) return { ...fetched, namesBrand: null, competitors: [] }
  const notRead = { namesBrand: null, competitors: [] }
  const found = await deps.extractionThreads.run(FIND_NAMES, { ...fetched, snapshot }).catch(() => null)
  if (!found) return { outcome: 'failed', reason: 'unreadable', ...notRead }
  const namesBrand = found.entities.includes(0)
  if (!namesBrand && found.length < MIN_LENGTH) return { outcome: 'not_page', reason: 'no text', ...notRead }
  // The brand may be in the other part of the text.
  if (!namesBrand && !found.isComplete) return { outcome: 'failed', reason: 'read in part', ...notRead }
  const entities = entitiesOf(snapshot)
  const competitors = found.entities.flatMap((entity) => (entity === 0 ? [] : (entities[entity]?.name ?? [])))
  return { outcome: 'read', reason: null, namesBrand, competitors }
}

async function store(
  ctx: Ctx,
  {
    projectId,
    url,
    ...page
  }: ReadPage & { projectId: string; url: string; namesHash: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const urlHash = new Uint8Array(hash('sha256', url, 'buffer'))
  const data = { ...page, fetchedAt: ctx.now() }
  await ctx.db.prisma.citedPage.upsert({
    where: { projectId_urlHash: { projectId, urlHash } },
    create: { projectId, urlHash, url, ...data },
    update: data,
  })
}
