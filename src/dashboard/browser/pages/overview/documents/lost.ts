import { RATE } from '../../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'

/** Fetches the prompts of a run that the brand loses most often. */
export const LOST = graphql(
  `
    query OverviewLost($id: ID!, $runId: ID!, $provider: String, $tags: [String!]) {
      project(id: $id) {
        id
        prompts(first: 8, orderBy: LOST_ANSWERS_DESC, filter: { provider: $provider, tags: $tags }) {
          nodes {
            id
            databaseId
            text
            metrics(runId: $runId) {
              summary {
                mentionRate {
                  ...RateFigure
                }
                lostRate {
                  ...RateFigure
                }
                entities {
                  entityId
                  name
                  mentionRate {
                    ...RateFigure
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [RATE],
)

/** A prompt with its metrics. */
export type LostPrompt = NonNullable<
  NonNullable<NonNullable<ResultOf<typeof LOST>['project']>['prompts']>['nodes'][number]
>
