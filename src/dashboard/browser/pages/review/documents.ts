import { RATE } from '../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'

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
            competitors {
              competitorId
              name
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
  [RATE],
)

type Project = NonNullable<ResultOf<typeof REVIEW>['project']>
export type UncertainLabel = NonNullable<Project['uncertainLabels']>[number]
export type CorrectionRate = NonNullable<Project['correctionRates']>[number]
