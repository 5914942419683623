import { useQuery } from 'urql'
import type { Source } from './documents.ts'
import { pageList, type SourcePage } from './page-documents.ts'
import type { SourcesSearch } from './search.ts'

/** Number of pages shown below a site. */
const PAGES_PER_SITE = 20

/** A row of the table: a site, a page of the site above, or a link to all pages of the site, counted in `all`. */
export type Row = { id: string; source: Source; page?: SourcePage; all?: number }

/** Pages of a site, the most cited and listed first, and their total number. */
export interface PagesOfSite {
  pages: readonly SourcePage[]
  total: number
}

/** Fetches the first pages of the open site; null while loading. */
export function usePagesOf(runId: string, { domain, provider, location }: SourcesSearch): PagesOfSite | null {
  const { query, variables, connection } = pageList(
    runId,
    { ...(domain && { domain }), ...(provider && { provider }), ...(location && { location }) },
    PAGES_PER_SITE,
  )
  const [{ data, stale }] = useQuery({ query, variables: variables(null), pause: domain === undefined })
  const list = domain === undefined || stale || !data ? null : connection(data)
  return list ? { pages: list.nodes, total: list.totalCount ?? list.nodes.length } : null
}

/** Returns the rows of the table: all sites, with the first pages of the open site and a link to the rest. */
export function rowsOf(
  sources: readonly Source[],
  open: string | undefined,
  openPages: PagesOfSite | null,
): Row[] {
  return sources.flatMap((source) => {
    const site = { id: source.domain, source }
    if (source.domain !== open || !openPages) return [site]
    const { pages, total } = openPages
    const shown = pages.map((page) => ({ id: page.id, source, page }))
    return [
      site,
      ...shown,
      ...(total > pages.length ? [{ id: `all ${source.domain}`, source, all: total }] : []),
    ]
  })
}
