import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import type { PagedQuery } from '../../graphql/pager.ts'
import { PROGRESS } from '../../progress/status.tsx'

const RUNS = graphql(
  `
    query Runs($projectId: ID!, $status: AnalysisStatus, $trigger: RunTrigger, $first: Int!, $after: String) {
      project(id: $projectId) {
        id
        runs(status: $status, trigger: $trigger, first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            ...AnalysisProgress
            databaseId
            trigger
            createdAt
            costUsd
            simulated
            summary {
              resultCounts {
                ok
                refused
                notShown
                failed
              }
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

type Data = ResultOf<typeof RUNS>
type Variables = VariablesOf<typeof RUNS>

export type ListedRun = NonNullable<NonNullable<Data['project']>['runs']>['nodes'][number]

/** The runs of a project that match the filters, the newest first. */
export function runList(
  projectId: string,
  { status, trigger }: { status?: string; trigger?: string },
): PagedQuery<Data, Variables, ListedRun> {
  return {
    query: RUNS,
    variables: (after) => ({
      projectId,
      // Both search parameters hold the enum value in lower case.
      status: (status?.toUpperCase() ?? null) as Variables['status'],
      trigger: (trigger?.toUpperCase() ?? null) as Variables['trigger'],
      first: 50,
      after,
    }),
    connection: (data) => data.project?.runs,
  }
}
