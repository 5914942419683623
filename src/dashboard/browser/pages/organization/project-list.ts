import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { PROGRESS } from '../../progress/status.tsx'

/** Fetches a page of the organization's projects. */
export const PROJECTS = graphql(
  `
    query OrganizationProjects($first: Int!, $after: String) {
      viewer {
        organization {
          id
          projects(first: $first, after: $after) {
            totalCount
            pageInfo {
              hasNextPage
              endCursor
            }
            nodes {
              id
              databaseId
              displayName
              analysisBrandName
              url
              prompts(first: 0) {
                totalCount
              }
              asyncAnalyses(first: 0) {
                totalCount
              }
              schedule {
                enabled
                nextRunAt
              }
              latestRun {
                id
                simulated
                summary {
                  mentionRate {
                    ...RateFigure
                  }
                }
              }
              runs(first: 1) {
                totalCount
                nodes {
                  ...AnalysisProgress
                  databaseId
                  createdAt
                }
              }
            }
          }
        }
      }
    }
  `,
  [RATE, PROGRESS],
)

export type ProjectRow = NonNullable<
  ResultOf<typeof PROJECTS>['viewer']['organization']['projects']
>['nodes'][number]
