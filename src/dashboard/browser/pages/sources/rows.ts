import { useQuery } from 'urql'
import type { Source } from './documents.ts'
import { pageList, type SourcePage } from './page-documents.ts'
import type { SourcesSearch } from './search.ts'

/** Pages that are shown below a site. */
const SHOWN_PAGES = 20

/** A row of the table: a site, a page of the site above it, or how many pages that site has in `all`. */
export type Row = { id: string; source: Source; page?: SourcePage; all?: number }

/** Pages of a site, those named most often first, and how many it has. */
export interface PagesOfSite {
  pages: readonly SourcePage[]
  total: number
}

/** The first pages of the site that is open; null while they are being read. */
export function usePagesOf(runId: string, { domain, provider, location }: SourcesSearch): PagesOfSite | null {
  const { query, variables, connection } = pageList(
    runId,
    { ...(domain && { domain }), ...(provider && { provider }), ...(location && { location }) },
    SHOWN_PAGES,
  )
  const [{ data, stale }] = useQuery({ query, variables: variables(null), pause: domain === undefined })
  const found = domain === undefined || stale || !data ? null : connection(data)
  return found ? { pages: found.nodes, total: found.totalCount ?? found.nodes.length } : null
}

/** The rows of the sites, with the first pages of the open one below it, and a link to the others. */
export function rowsOf(
  sources: readonly Source[],
  open: string | undefined,
  found: PagesOfSite | null,
): Row[] {
  return sources.flatMap((source) => {
    const site = { id: source.domain, source }
    if (source.domain !== open || !found) return [site]
    const { pages, total } = found
    const shown = pages.map((page) => ({ id: page.id, source, page }))
    return [
      site,
      ...shown,
      ...(total > pages.length ? [{ id: `all ${source.domain}`, source, all: total }] : []),
    ]
  })
}
