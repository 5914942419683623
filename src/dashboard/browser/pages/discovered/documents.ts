import { RATE } from '../../figures/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import { REREADING, REREADING_STATE } from '../../progress/rereading.tsx'
import type { DiscoveredSearch } from './search.ts'

/** Whether there are answers in which brands were looked for, and how far the history has been read again. */
export const STATE = graphql(
  `
    query DiscoveredState($id: ID!, $runs: Int!) {
      project(id: $id) {
        id
        ...Rereading
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
  [REREADING],
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
          prompt
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

/** A brand that nobody tracks; its `id` is its name. */
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

/** Over how many runs the page goes. */
export function runsOf({ runs }: DiscoveredSearch): number {
  return Number(runs ?? 1)
}

/** Reads the brands of the latest runs of a project that nobody tracks. */
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

/** Makes a brand a competitor, and reads the history again. */
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
          ...RereadingState
        }
      }
    }
  `,
  [REREADING_STATE],
)

/** Leaves a brand out of the lists as no brand to track, or lists it again. */
export const DISMISS = graphql(`
  mutation DismissDiscoveredBrand($input: DismissDiscoveredBrandInput!) {
    dismissDiscoveredBrand(input: $input) {
      name
      dismissed
    }
  }
`)
