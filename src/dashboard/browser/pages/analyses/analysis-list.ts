import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import { PROGRESS } from '../../progress/status.tsx'

const ANALYSES = graphql(
  `
    query Analyses($projectId: ID!, $status: AnalysisStatus, $first: Int!, $after: String) {
      project(id: $projectId) {
        id
        asyncAnalyses(status: $status, first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            ...AnalysisProgress
            databaseId
            createdAt
            promptTexts
            locations
            replicates
            providers {
              id
              token
              label
            }
            costUsd
            simulated
            credits {
              reserved
              charged
              refunded
            }
            summary {
              mentionRate {
                ...RateFigure
              }
            }
          }
        }
      }
    }
  `,
  [PROGRESS, RATE],
)

type Data = ResultOf<typeof ANALYSES>
type Variables = VariablesOf<typeof ANALYSES>

export type ListedAnalysis = NonNullable<NonNullable<Data['project']>['asyncAnalyses']>['nodes'][number]

/** The one-off analyses of a project, optionally filtered by status, the newest first. */
export function analysisList(
  projectId: string,
  status: string | undefined,
): PagedQuery<Data, Variables, ListedAnalysis> {
  return {
    query: ANALYSES,
    variables: (after) => ({
      projectId,
      // The search parameter holds the enum value in lower case.
      status: (status?.toUpperCase() ?? null) as Variables['status'],
      first: 50,
      after,
    }),
    connection: (data) => data.project?.asyncAnalyses,
  }
}
