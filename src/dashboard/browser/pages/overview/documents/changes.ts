import { graphql, type ResultOf } from '../../../graphql/graphql.ts'

const CHANGE = graphql(`
  fragment OverviewChange on MetricChange @_unmask {
    verdict
    adjustedVerdict
    difference
    low
    high
  }
`)

/** How each figure of an entity changed. */
export const CHANGES = graphql(
  `
  fragment OverviewChanges on EntityChanges @_unmask {
    entityId
    name
    mentionRate {
      ...OverviewChange
    }
    shareOfVoice {
      ...OverviewChange
    }
    averagePosition {
      ...OverviewChange
    }
    sentiment {
      ...OverviewChange
    }
    recommendationRate {
      ...OverviewChange
    }
  }
`,
  [CHANGE],
)

/** How the figures of an entity changed against the run before. */
export type EntityChanges = ResultOf<typeof CHANGES>

/** How a run, or the part of it that a filter leaves, compares with any other run of the project. */
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
            }
            changes {
              ...OverviewChanges
            }
          }
        }
      }
    }
  `,
  [CHANGES],
)
