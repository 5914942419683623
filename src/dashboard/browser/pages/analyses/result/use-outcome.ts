import { useQuery } from 'urql'
import { MEAN } from '../../../figures/mean.tsx'
import { RATE } from '../../../figures/rate.tsx'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'

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
            entityId
            name
            mentionRate {
              ...RateFigure
            }
            shareOfVoice {
              ...RateFigure
            }
            recommendationRate {
              ...RateFigure
            }
            positionMean {
              ...MeanFigure
            }
            sentimentMean {
              ...MeanFigure
            }
            praiseRate {
              ...RateFigure
            }
            mixedRate {
              ...RateFigure
            }
            criticismRate {
              ...RateFigure
            }
          }
        }
        metrics(scope: PROVIDER) {
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
  [RATE, MEAN],
)

/** What the answers say, in figures. */
export type OutcomeFigures = NonNullable<ResultOf<typeof OUTCOME>['asyncAnalysis']>

/** Reads what is known of an analysis once it has ended. */
export function useOutcome(analysisId: string) {
  return useQuery({ query: OUTCOME, variables: { id: analysisId } })
}
