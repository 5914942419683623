import { z } from 'zod'
import { type TrendPoint, trendPointDefinition } from '../../core/trends/definition.ts'
import { entitySummaryDefinition, metricsIn } from '../../metrics/definitions.ts'
import { viewBy } from './view.ts'

const competitorOfPoint = viewBy(
  entitySummaryDefinition.pick({ id: true, name: true, ...metricsIn('trendCompetitor') }),
)

/** A point of the trends: the most important metrics of one run. */
export const trendPointView = viewBy(
  trendPointDefinition
    .pick({
      runId: true,
      completedAt: true,
      results: true,
      statuses: true,
      comparison: true,
      change: true,
      ...metricsIn('trend'),
    })
    .extend({
      competitors: z
        .array(competitorOfPoint.definition)
        .describe(
          'The same metrics for each competitor tracked at the time; empty unless includeCompetitors is true.',
        ),
    }),
)

/** Formats a point of the trends for tools. */
export function showTrendPoint(
  point: TrendPoint,
  { competitors }: { competitors: boolean },
): z.output<typeof trendPointView.definition> {
  return trendPointView.show({ ...point, competitors: competitors ? point.entities.slice(1) : [] })
}
