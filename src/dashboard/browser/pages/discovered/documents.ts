import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import { REEXTRACTION, REEXTRACTION_STATE } from '../../progress/reextraction-progress.tsx'
import type { DiscoveredSearch } from './search.ts'

/** Fetches whether the answers were searched for untracked brands, and the progress of the re-analysis. */
export const STATE = graphql(
  `
    query DiscoveredState($id: ID!, $runs: Int!) {
      project(id: $id) {
        id
        ...Reextraction
        runs(first: 12) {
          nodes {
            id
            finishedAt
            simulated
          }
        }
        discoveredBrands(first: 0, runs: $runs) {
          searchedAnswers
        }
      }
    }
  `,
  [REEXTRACTION],
)

const BRAND = graphql(
  `
    fragment DiscoveredRow on DiscoveredBrand @_unmask {
      name
      spellings
      mentionRate {
        ...RateFigure
      }
      recommended
      mentions
      bestRank
      providers
      firstSeenAt
      evidence {
        text
        result {
          id
          databaseId
          promptText
          provider {
            id
            label
          }
        }
        run {
          id
          databaseId
        }
      }
    }
  `,
  [RATE],
)

/** An untracked brand. The name is used as its `id`. */
export type Brand = ResultOf<typeof BRAND> & { id: string }

const BRANDS = graphql(
  `
    query DiscoveredBrands($id: ID!, $runs: Int!, $state: DiscoveredBrandState!, $orderBy: DiscoveredBrandOrder!, $first: Int!, $after: String) {
      project(id: $id) {
        id
        discoveredBrands(runs: $runs, state: $state, orderBy: $orderBy, first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            ...DiscoveredRow
          }
        }
      }
    }
  `,
  [BRAND],
)

/** Returns the number of runs the page covers. */
export function runsOf({ runs }: DiscoveredSearch): number {
  return Number(runs ?? 1)
}

/** The untracked brands in the latest runs of a project. */
export function brandList(
  id: string,
  search: DiscoveredSearch,
): PagedQuery<ResultOf<typeof BRANDS>, VariablesOf<typeof BRANDS>, Brand> {
  const { order = 'ANSWERS_DESC', state = 'LISTED' } = search
  return {
    query: BRANDS,
    variables: (after) => ({ id, runs: runsOf(search), state, orderBy: order, first: 50, after }),
    connection: ({ project }) =>
      project?.discoveredBrands && {
        ...project.discoveredBrands,
        nodes: project.discoveredBrands.nodes.map((brand) => ({ ...brand, id: brand.name })),
      },
  }
}

/** Adds a brand as a competitor and starts a re-analysis. */
export const TRACK = graphql(
  `
    mutation TrackDiscoveredBrand($input: TrackDiscoveredBrandInput!) {
      trackDiscoveredBrand(input: $input) {
        competitor {
          id
          databaseId
          name
        }
        projectReextraction {
          ...ReextractionState
        }
      }
    }
  `,
  [REEXTRACTION_STATE],
)

/** Dismisses or restores a brand. */
export const DISMISS = graphql(`
  mutation DismissDiscoveredBrand($input: DismissDiscoveredBrandInput!) {
    dismissDiscoveredBrand(input: $input) {
      name
      dismissed
    }
  }
`)
