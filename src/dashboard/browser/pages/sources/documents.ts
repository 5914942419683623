import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import type { SourcesSearch } from './search.ts'

/** Fetches the selectable runs. */
export const RUNS = graphql(`
  query SourceRuns($id: ID!) {
    project(id: $id) {
      id
      runs(first: 50) {
        nodes {
          id
          databaseId
          finishedAt
          simulated
          providers: metrics(scope: PROVIDER) {
            value
          }
          locations: metrics(scope: LOCATION) {
            value
          }
        }
      }
    }
  }
`)

/** A run with its providers and countries. */
export type SourceRun = NonNullable<NonNullable<ResultOf<typeof RUNS>['project']>['runs']>['nodes'][number]

const SOURCE = graphql(
  `
    fragment SourceRow on SourceDomain @_unmask {
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
      retrievedRate {
        ...RateFigure
      }
    }
  `,
  [RATE],
)

/** A site that answers cite or list. The domain is used as its `id`. */
export type Source = ResultOf<typeof SOURCE> & { id: string }

const SOURCES = graphql(
  `
    query Sources(
      $run: ID!
      $first: Int!
      $after: String
      $q: String
      $provider: String
      $location: Location
      $owner: CitationOwner
      $category: SourceCategory
      $orderBy: SourceOrder
    ) {
      node(id: $run) {
        id
        ... on AnalysisRun {
          sources(
            first: $first
            after: $after
            filter: {
              q: $q
              provider: $provider
              location: $location
              owner: $owner
              category: $category
            }
            orderBy: $orderBy
          ) {
            totalCount
            pageInfo {
              hasNextPage
              endCursor
            }
            nodes {
              ...SourceRow
            }
          }
        }
      }
    }
  `,
  [SOURCE],
)

/** Returns the filters that sites and pages have in common, as variables. */
export function sourceFilters({ q, provider, location, owner, category }: SourcesSearch) {
  return {
    q: q ?? null,
    provider: provider ?? null,
    location: location ?? null,
    owner: owner ?? null,
    category: category ?? null,
  }
}

/** The sites of a run that match the filters. */
export function sourceList(
  runId: string,
  search: SourcesSearch,
): PagedQuery<ResultOf<typeof SOURCES>, VariablesOf<typeof SOURCES>, Source> {
  return {
    query: SOURCES,
    variables: (after) => ({
      run: runId,
      first: 100,
      after,
      ...sourceFilters(search),
      orderBy: search.order === 'NAME_ASC' ? 'DOMAIN_ASC' : (search.order ?? null),
    }),
    connection: ({ node }) =>
      node && 'sources' in node && node.sources
        ? { ...node.sources, nodes: node.sources.nodes.map((source) => ({ ...source, id: source.domain })) }
        : null,
  }
}
