import { z } from 'zod'
import { type TrendPoint, trendPointDefinition } from '../../core/trends/definition.ts'
import { entitySummaryDefinition } from '../../metrics/definitions.ts'
import { viewBy } from './view.ts'

const competitorOfPoint = viewBy(
  entitySummaryDefinition.pick({
    id: true,
    name: true,
    mentionRate: true,
    shareOfVoice: true,
    averagePosition: true,
    positionMean: true,
    prominence: true,
    sentiment: true,
    sentimentMean: true,
  }),
)

/** A point of the trends: the most important figures of one run. */
export const trendPointView = viewBy(
  trendPointDefinition
    .pick({
      runId: true,
      completedAt: true,
      results: true,
      statuses: true,
      comparison: true,
      change: true,
      mentionRate: true,
      shareOfVoice: true,
      averagePosition: true,
      positionMean: true,
      prominence: true,
      sentiment: true,
      sentimentMean: true,
      recommendationRate: true,
      citationRate: true,
      denialRate: true,
      informativeRate: true,
    })
    .extend({
      competitors: z
        .array(competitorOfPoint.definition)
        .describe('The same of each competitor, as they were tracked then; empty unless asked for.'),
    }),
)

/** A point of the trends, as tools show it. */
export function showTrendPoint(
  point: TrendPoint,
  { competitors }: { competitors: boolean },
): z.output<typeof trendPointView.definition> {
  return trendPointView.show({ ...point, competitors: competitors ? point.entities.slice(1) : [] })
}
