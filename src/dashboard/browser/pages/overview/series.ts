import { entityColor } from '../../charts/entity-color.ts'
import { type ChartMetric, estimateOf } from '../../charts/entity-metrics.ts'
import type { Estimate } from '../../charts/estimate.ts'
import { rank } from '../../charts/ranking-chart.tsx'
import type { Ranked } from '../../charts/ranking-plot.tsx'
import { FEW_ANSWERS } from '../../charts/rate.tsx'
import type { Trend } from '../../charts/trend.ts'
import type { RunModels } from './documents/runs.ts'
import type { Point } from './documents/trends.ts'
import { hasMostlySamePrompts, markOf } from './run-marks.ts'

/** Maximum number of competitors with a line. The ranking and the table show all of them. */
export const LINES = 6

/** Returns the entities of a run sorted by a metric, the best first. Entities with too few answers are left out. */
export function rankedOf(point: Point, metric: ChartMetric, competitors: readonly string[]): Ranked[] {
  return rank(
    metric.kind,
    point.entities.flatMap((figures) => {
      const estimate = estimateOf(metric, figures)
      if (estimate.denominator < FEW_ANSWERS) return []
      const { entityId: id, name } = figures
      return [{ id, name, color: entityColor(id, competitors), main: id === 'brand', estimate }]
    }),
  )
}

/**
 * Returns a metric over time for the brand and the best competitors in the newest run.
 * @param points the newest first
 * @param competitors ids in the order they were added
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
  /** The models loaded so far. */
  models: readonly RunModels[]
}): Trend {
  const runs = points.toReversed()
  const newest = runs.at(-1)
  const ranked = newest ? rankedOf(newest, metric, competitors) : []
  const shown = [...ranked.filter(({ main }) => main), ...ranked.filter(({ main }) => !main).slice(0, LINES)]
  return {
    kind: metric.kind,
    runs: runs.map((point, index) => {
      const before = runs[index - 1]
      return {
        id: point.runId,
        at: point.completedAt,
        mark: marked(point, before, models),
        continues: !before || hasMostlySamePrompts(point, before),
      }
    }),
    lines: shown.map(({ id, name, color, main }) => ({
      id,
      name,
      color,
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
  const estimate = figures && estimateOf(metric, figures)
  return estimate && estimate.denominator >= FEW_ANSWERS ? estimate : null
}
