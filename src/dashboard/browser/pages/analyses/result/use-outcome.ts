import { useQuery } from 'urql'
import { ENTITY } from '../../../charts/entity-metrics.ts'
import { RATE } from '../../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'

const PART = graphql(
  `
    fragment PartFigures on RunMetrics @_unmask {
      value
      summary {
        entities {
          entityId
          name
          mentionRate {
            ...RateFigure
          }
        }
      }
    }
  `,
  [RATE],
)

/** Metrics of a part of an analysis. */
export type PartFigures = ResultOf<typeof PART>

const OUTCOME = graphql(
  `
    query AnalysisOutcome($id: ID!) {
      asyncAnalysis(id: $id) {
        id
        summary {
          mentionRate {
            ...RateFigure
          }
          entities {
            ...EntityFigures
          }
        }
        providers: metrics(scope: PROVIDER) {
          ...PartFigures
        }
        personas: metrics(scope: PERSONA) {
          ...PartFigures
        }
        sources(first: 10, orderBy: CITATION_RATE_DESC) {
          totalCount
          nodes {
            domain
            owner
            category
            competitor {
              id
              name
            }
            citationRate {
              ...RateFigure
            }
            cited
            retrieved
          }
        }
        webhookDeliveries(first: 20) {
          nodes {
            id
            databaseId
            status
            type
            url
            createdAt
            nextAttemptAt
            attempts {
              number
              statusCode
              error
            }
          }
        }
      }
    }
  `,
  [RATE, ENTITY, PART],
)

export type OutcomeFigures = NonNullable<ResultOf<typeof OUTCOME>['asyncAnalysis']>

/** Fetches the results of an analysis that has ended. */
export function useOutcome(analysisId: string) {
  return useQuery({ query: OUTCOME, variables: { id: analysisId } })
}
