import { CHANGES } from '../../../charts/entity-metrics.ts'
import { graphql } from '../../../graphql/graphql.ts'

/** Compares a run, or the part of it selected by a filter, with any other run of the project. */
export const COMPARED = graphql(
  `
    query OverviewCompared($id: ID!, $against: ID!, $scope: MetricScope!, $value: String) {
      node(id: $id) {
        id
        ... on AnalysisRun {
          comparedWith(runId: $against, scope: $scope, value: $value) {
            comparison {
              verdict
              difference
              low
              high
              promptCount
              rate
              previousRate
            }
            changes {
              ...ChangesOfEntity
            }
          }
        }
      }
    }
  `,
  [CHANGES],
)
