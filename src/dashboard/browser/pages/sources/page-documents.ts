import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import { sourceFilters } from './documents.ts'
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

/** A page that answers cite or list. */
export type SourcePage = ResultOf<typeof PAGE> & { id: string }

const PAGES = graphql(
  `
    query SourcePages(
      $run: ID!
      $first: Int!
      $after: String
      $q: String
      $provider: String
      $location: Location
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
            filter: {
              q: $q
              provider: $provider
              location: $location
              owner: $owner
              category: $category
              domain: $domain
            }
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

/** The pages of a run that match the filters, loaded `size` at a time. */
export function pageList(
  runId: string,
  search: SourcesSearch,
  size = 100,
): PagedQuery<ResultOf<typeof PAGES>, VariablesOf<typeof PAGES>, SourcePage> {
  return {
    query: PAGES,
    variables: (after) => ({
      run: runId,
      first: size,
      after,
      ...sourceFilters(search),
      domain: search.domain ?? null,
      orderBy: search.order === 'NAME_ASC' ? 'URL_ASC' : (search.order ?? null),
    }),
    connection: ({ node }) =>
      node && 'sourceUrls' in node && node.sourceUrls
        ? {
            ...node.sourceUrls,
            // Providers may report a domain that differs from the URL's host, so the URL alone is not unique.
            nodes: node.sourceUrls.nodes.map((page) => ({ ...page, id: `${page.domain} ${page.url}` })),
          }
        : null,
  }
}
