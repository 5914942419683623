import { useQuery } from 'urql'
import type { ResultOf } from '../../graphql/graphql.ts'
import { PAGES, type Source } from './documents.ts'
import type { SourcesSearch } from './search.ts'

type PagesOfSite = ResultOf<typeof PAGES>['node']

/** A page of a site. */
export type SourcePage = NonNullable<
  Extract<NonNullable<PagesOfSite>, { sources?: unknown }>['sources']
>['nodes'][number]['urls'] extends readonly (infer Page)[] | null
  ? Page
  : never

/** A row of the table: a site, or a page of the site above it. */
export type Row = { id: string; source: Source; page?: SourcePage }

/** The pages of the site that is open; null while they are being read. */
export function usePagesOf(
  runId: string,
  { domain, provider, location }: SourcesSearch,
): readonly SourcePage[] | null {
  const [{ data }] = useQuery({
    query: PAGES,
    variables: { run: runId, domain: domain ?? '', provider: provider ?? null, location: location ?? null },
    pause: domain === undefined,
  })
  const node = domain === undefined ? undefined : data?.node
  if (!node || !('sources' in node)) return null
  return node.sources?.nodes.find((one) => one.domain === domain)?.urls ?? null
}

/** The rows of the sites, with the pages of the open one below it. */
export function rowsOf(
  sources: readonly Source[],
  open: string | undefined,
  pages: readonly SourcePage[] | null,
): Row[] {
  return sources.flatMap((source) => [
    { id: source.domain, source },
    ...(source.domain === open ? (pages ?? []).map((page) => ({ id: page.url, source, page })) : []),
  ])
}
