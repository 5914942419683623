import { RATE } from '../../../figures/rate.tsx'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'
import { CHANGES } from './changes.ts'
import { ENTITY } from './entity.ts'

/** What is asked of a run that is shown: its figures by provider, and its sites. */
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
          ...OverviewChanges
        }
        summary {
          mentionRate {
            ...RateFigure
          }
          entities {
            ...OverviewEntity
          }
        }
      }
      sources(first: 10, orderBy: CITATION_RATE_DESC, provider: $provider, location: $location) {
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

/** The parts of a run: by provider, and the sites that its answers cite. */
export type Parts = ResultOf<typeof PARTS>
