import { graphql, type ResultOf } from '../../../graphql/graphql.ts'
import { PROVIDER_PROGRESS } from '../../../progress/provider-table.tsx'
import { PROGRESS } from '../../../progress/status.tsx'

const CHANGING = graphql(
  `
    fragment ChangingAnalysis on AsyncAnalysis @_unmask {
      ...AnalysisProgress
      ...ProviderProgressRows
      costUsd
      simulated
      replicates
      rounds {
        begun
        halfWidth
        stopped
      }
      credits {
        reserved
        charged
        refunded
      }
    }
  `,
  [PROGRESS, PROVIDER_PROGRESS],
)

/** Fetches an analysis with its prompts and progress. */
export const ANALYSIS = graphql(
  `
    query Analysis($id: ID!) {
      asyncAnalysis(id: $id) {
        ...ChangingAnalysis
        databaseId
        brandName
        createdAt
        promptTexts
        locations
        personas {
          name
        }
        stopWhen {
          halfWidth
          atMost
        }
        providers {
          id
          token
          label
        }
      }
    }
  `,
  [CHANGING],
)

/** Updates the progress of an analysis until it ends. */
export const LIVE = graphql(
  `
    subscription AnalysisLive($analysisId: ID!) {
      asyncAnalysisProgress(analysisId: $analysisId) {
        ...ChangingAnalysis
      }
    }
  `,
  [CHANGING],
)

export type ShownAnalysis = NonNullable<ResultOf<typeof ANALYSIS>['asyncAnalysis']>
