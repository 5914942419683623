import { RATE } from '../../figures/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import type { SourcesSearch } from './search.ts'

const PAGE = graphql(
  `
    fragment SourcePageRow on SourceUrl @_unmask {
      url
      title
      domain
      owner
      category
      competitorId
      competitor {
        id
        databaseId
        name
      }
      citations
      cited
      retrieved
      citationRate {
        ...RateFigure
      }
    }
  `,
  [RATE],
)

/** A page of a site that answers name as a source. */
export type SourcePage = ResultOf<typeof PAGE> & { id: string }

const PAGES = graphql(
  `
    query SourcePages(
      $run: ID!
      $first: Int!
      $after: String
      $q: String
      $provider: String
      $location: CountryCode
      $owner: CitationOwner
      $category: SourceCategory
      $domain: String
      $orderBy: SourceUrlOrder
    ) {
      node(id: $run) {
        id
        ... on AnalysisRun {
          sourceUrls(
            first: $first
            after: $after
            q: $q
            provider: $provider
            location: $location
            owner: $owner
            category: $category
            domain: $domain
            orderBy: $orderBy
          ) {
            totalCount
            pageInfo {
              hasNextPage
              endCursor
            }
            nodes {
              ...SourcePageRow
            }
          }
        }
      }
    }
  `,
  [PAGE],
)

/** Reads the pages of sites of a run that meet the filters, `size` at a time. */
export function pageList(
  runId: string,
  { q, provider, location, owner, category, domain, order }: SourcesSearch,
  size = 100,
): PagedQuery<ResultOf<typeof PAGES>, VariablesOf<typeof PAGES>, SourcePage> {
  return {
    query: PAGES,
    variables: (after) => ({
      run: runId,
      first: size,
      after,
      q: q ?? null,
      provider: provider ?? null,
      location: location ?? null,
      owner: owner ?? null,
      category: category ?? null,
      domain: domain ?? null,
      orderBy: order === 'NAME_ASC' ? 'URL_ASC' : (order ?? null),
    }),
    connection: ({ node }) =>
      node && 'sourceUrls' in node && node.sourceUrls
        ? {
            ...node.sourceUrls,
            // A provider may name another site for an address than its own.
            nodes: node.sourceUrls.nodes.map((page) => ({ ...page, id: `${page.domain} ${page.url}` })),
          }
        : null,
  }
}
