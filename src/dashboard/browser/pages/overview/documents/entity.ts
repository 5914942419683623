import { MEAN } from '../../../figures/mean.tsx'
import { RATE } from '../../../figures/rate.tsx'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'

/** The figures of an entity, of which rates and means have their intervals. */
export const ENTITY = graphql(
  `
    fragment OverviewEntity on EntitySummary @_unmask {
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
  `,
  [RATE, MEAN],
)

/** The figures of an entity in a run. */
export type EntityFigures = ResultOf<typeof ENTITY>
