import { CHANGES, ENTITY } from '../../../charts/entity-metrics.ts'
import { RATE } from '../../../charts/rate.tsx'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'

/** Fields of the shown run: its metrics by provider and its sources. */
export const PARTS = graphql(
  `
    fragment OverviewParts on AnalysisRun @_unmask {
      id
      providers {
        id
        token
        label
      }
      locations
      metrics(scope: PROVIDER) {
        value
        comparison {
          verdict
          adjustedVerdict
          difference
          low
          high
        }
        changes {
          ...ChangesOfEntity
        }
        summary {
          mentionRate {
            ...RateFigure
          }
          entities {
            ...EntityFigures
          }
        }
      }
      sources(first: 10, orderBy: CITATION_RATE_DESC, filter: { provider: $provider, location: $location }) {
        totalCount
        nodes {
          domain
          category
          competitor {
            id
            name
          }
          citationRate {
            ...RateFigure
          }
        }
      }
    }
  `,
  [RATE, ENTITY, CHANGES],
)

/** The metrics of a run by provider, and the sites it cites. */
export type Parts = ResultOf<typeof PARTS>
