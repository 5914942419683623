import { entityColour } from '../../figures/entity-colour.ts'
import type { Estimate } from '../../figures/estimate.ts'
import { rank } from '../../figures/ranking-chart.tsx'
import type { Ranked } from '../../figures/ranking-plot.tsx'
import { FEW_ANSWERS } from '../../figures/rate.tsx'
import type { Trend } from '../../figures/trend.ts'
import type { RunModels } from './documents/runs.ts'
import type { Point } from './documents/trends.ts'
import type { ChartMetric } from './metrics.ts'
import { markOf } from './run-marks.ts'

/** How many competitors have a line; further ones are in the ranking and the table. */
export const LINES = 6

/** The entities of a run by a metric, the best first; those with too few answers behind their figure are left out. */
export function rankedOf(point: Point, metric: ChartMetric, competitors: readonly string[]): Ranked[] {
  return rank(
    metric.kind,
    point.entities.flatMap((figures) => {
      const estimate = metric.estimateOf(figures)
      if (estimate.denominator < FEW_ANSWERS) return []
      const { entityId: id, name } = figures
      return [{ id, name, colour: entityColour(id, competitors), main: id === 'brand', estimate }]
    }),
  )
}

/**
 * A metric over runs: the brand and the best competitors of the newest run. Points come the newest first, competitors as ids in
 * the order in which they were added.
 */
export function trendOf({
  points,
  metric,
  competitors,
  models,
}: {
  points: readonly Point[]
  metric: ChartMetric
  competitors: readonly string[]
  /** As far as they were read. */
  models: readonly RunModels[]
}): Trend {
  const runs = points.toReversed()
  const newest = runs.at(-1)
  const ranked = newest ? rankedOf(newest, metric, competitors) : []
  const shown = [...ranked.filter(({ main }) => main), ...ranked.filter(({ main }) => !main).slice(0, LINES)]
  return {
    kind: metric.kind,
    runs: runs.map((point, index) => ({
      id: point.runId,
      at: point.completedAt,
      mark: marked(point, runs[index - 1], models),
    })),
    lines: shown.map(({ id, name, colour, main }) => ({
      id,
      name,
      colour,
      main,
      values: runs.map((point) => valueIn(point, id, metric)),
    })),
  }
}

function marked(point: Point, before: Point | undefined, models: readonly RunModels[]): string | null {
  if (!before) return null
  const modelsOf = (id: string) => models.find(({ databaseId }) => databaseId === id)
  return markOf({ point, before, models: modelsOf(point.runId), modelsBefore: modelsOf(before.runId) })
}

function valueIn({ entities }: Point, id: string, metric: ChartMetric): Estimate | null {
  const figures = entities.find(({ entityId }) => entityId === id)
  const estimate = figures && metric.estimateOf(figures)
  return estimate && estimate.denominator >= FEW_ANSWERS ? estimate : null
}
