import { graphql, type ResultOf } from '../../../graphql/graphql.ts'

const RUN = graphql(`
  fragment OverviewRun on AnalysisRun @_unmask {
    id
    databaseId
    status
    trigger
    createdAt
    startedAt
    finishedAt
    simulated
    progress {
      total
      completed
      failed
    }
  }
`)

/** A run in the page's lists. */
export type OverviewRun = ResultOf<typeof RUN>

/** Fetches the selectable runs, the tags and the schedule. */
export const RUNS = graphql(
  `
    query OverviewRuns($id: ID!) {
      project(id: $id) {
        id
        runs(first: 50) {
          nodes {
            ...OverviewRun
          }
        }
        tags(first: 200) {
          nodes {
            id
            name
          }
        }
        schedule {
          enabled
          nextRunAt
        }
      }
    }
  `,
  [RUN],
)

/** Fetches the models that answered in each run. */
export const MODELS = graphql(`
  query OverviewModels($id: ID!) {
    project(id: $id) {
      id
      runs(first: 26) {
        nodes {
          id
          databaseId
          providerProgress {
            provider {
              id
              token
            }
            models
          }
        }
      }
    }
  }
`)

/** A run with the models of its providers. */
export type RunModels = NonNullable<
  NonNullable<NonNullable<ResultOf<typeof MODELS>['project']>['runs']>['nodes'][number]
>
