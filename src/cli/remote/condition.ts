import type { components } from '@answergraph/client'
import { badFields } from '../../core/foundation/parse.ts'
import { CHANGED_METRICS, type ChangedMetric } from '../../metrics/definitions.ts'

/** A point of the trends, as REST returns it. */
export type Point = components['schemas']['TrendPoint']

/** A condition of `answergraph check`: that a metric moved, or that it is below or above a value. */
export type Condition =
  | { metric: ChangedMetric; moved: 'up' | 'down' | 'either' }
  | { metric: string; comparison: '<' | '>'; value: number }

const SYNTAX =
  'must be moved, moved:up or moved:down, optionally after a metric as in shareOfVoice:moved:down, or a limit such as mentionRate<0.3'

/**
 * Parses a condition: `moved:down`, `shareOfVoice:moved`, `mentionRate<0.3`. Without a metric it is about the mention rate.
 * @throws {AppError} BAD_REQUEST on `failOn`
 */
export function parseCondition(text: string): Condition {
  const limit = /^(?<metric>\w+)(?<comparison>[<>])(?<value>-?\d+(\.\d+)?)$/.exec(text)?.groups
  if (limit)
    return {
      metric: limit.metric ?? '',
      comparison: limit.comparison === '<' ? '<' : '>',
      value: Number(limit.value),
    }
  const { metric = 'mentionRate', direction } = /^((?<metric>\w+):)?moved(:(?<direction>up|down))?$/.exec(
    text,
  )?.groups ?? { metric: '' }
  const tested = CHANGED_METRICS.find((name) => name === metric)
  if (metric !== '' && !tested)
    throw badFields({ failOn: `has an unknown metric; tested metrics are ${CHANGED_METRICS.join(', ')}` })
  if (!tested) throw badFields({ failOn: SYNTAX })
  return { metric: tested, moved: direction === 'up' || direction === 'down' ? direction : 'either' }
}

/**
 * Returns why a point meets a condition, or null if it does not.
 * @throws {AppError} BAD_REQUEST on `failOn` if the point has no such figure
 */
export function metBy(condition: Condition, point: Point): string | null {
  const { metric } = condition
  if ('moved' in condition) {
    const change = point.changes?.[0]?.[condition.metric]
    if (change?.adjustedVerdict !== 'moved' || change.difference === null) return null
    const direction = change.difference < 0 ? 'down' : 'up'
    if (condition.moved !== 'either' && condition.moved !== direction) return null
    return `${metric} moved ${direction} by ${Math.abs(change.difference).toFixed(3)}`
  }
  const value = figureOf(point, metric)
  if (value === null) return null
  const isMet = condition.comparison === '<' ? value < condition.value : value > condition.value
  return isMet
    ? `${metric} is ${value.toFixed(3)}, ${condition.comparison === '<' ? 'below' : 'above'} ${condition.value}`
    : null
}

/** Returns the value of a figure: a number, or the value of a rate or mean. */
function figureOf(point: Point, metric: string): number | null {
  const figures: Readonly<Record<string, unknown>> = point
  const figure = figures[metric]
  if (typeof figure === 'number') return figure
  if (typeof figure === 'object' && figure !== null && 'value' in figure)
    return typeof figure.value === 'number' ? figure.value : null
  if (figure === null) return null
  throw badFields({ failOn: `has an unknown figure ${metric}; see GET /v1/analysis/trends` })
}
