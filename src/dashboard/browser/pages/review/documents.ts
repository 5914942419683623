import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'

const REVIEWED = graphql(`
  fragment Reviewed on EntityMention @_unmask {
    sentiment {
      label
      probability
      evidence {
        text
      }
    }
    recommendation {
      strength
      probability
      evidence {
        text
      }
    }
  }
`)

/** Fetches the labels to review and the measured error of the analysis. */
export const REVIEW = graphql(
  `
    query Review($id: ID!) {
      project(id: $id) {
        id
        uncertainLabels {
          id
          entityId
          result {
            id
            databaseId
            promptText
            answerLanguage
            provider {
              id
              label
            }
            run {
              id
              databaseId
              brandName
            }
            brand {
              ...Reviewed
            }
            competitors {
              competitorId
              name
              ...Reviewed
            }
          }
        }
        correctionRates {
          id
          provider
          language
          corrected {
            ...RateFigure
          }
        }
      }
    }
  `,
  [RATE, REVIEWED],
)

type Project = NonNullable<ResultOf<typeof REVIEW>['project']>
export type UncertainLabel = NonNullable<Project['uncertainLabels']>[number]
export type CorrectionRate = NonNullable<Project['correctionRates']>[number]
