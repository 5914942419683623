import { CHART_METRICS, type EntityChanges } from '../../charts/entity-metrics.ts'
import type { Kind } from '../../charts/estimate.ts'
import type { Change } from '../../charts/verdict-words.ts'
import type { Parts } from './documents/parts.ts'
import type { ShownPoint } from './documents/trends.ts'

/** A metric that changed by more than chance, after adjusting for the number of compared values. */
export interface Move {
  /** `all providers` or a provider's label. */
  where: string
  /** Provider token; null for all. */
  provider: string | null
  entityId: string
  entity: string
  /** Title of the metric. */
  metric: string
  kind: Kind
  change: Change
}

/**
 * Returns all metrics of all brands that moved, first overall, then by provider. The verdicts are adjusted for the
 * number of values compared within each part.
 */
export function movesOf(point: Pick<ShownPoint, 'changes'>, parts: Parts | null): Move[] {
  const labelOf = (token: string) =>
    parts?.providers.find((provider) => provider.token === token)?.label ?? token
  const providers = (parts?.metrics ?? []).flatMap(({ value, changes }) =>
    value === null ? [] : [{ where: labelOf(value), provider: value, changes: changes ?? [] }],
  )
  return [{ where: 'all providers', provider: null, changes: point.changes ?? [] }, ...providers].flatMap(
    ({ where, provider, changes }) =>
      changes.flatMap((entity) => movedIn(entity).map((move) => ({ where, provider, ...move }))),
  )
}

function movedIn(changes: EntityChanges): Omit<Move, 'where' | 'provider'>[] {
  return CHART_METRICS.flatMap(({ id, title, kind }) => {
    const change = changes[id]
    if (change.adjustedVerdict !== 'MOVED') return []
    return [{ entityId: changes.entityId, entity: changes.name, metric: title, kind, change }]
  })
}

/** Counts the values that could be compared with the previous run. */
export function comparedOf(point: Pick<ShownPoint, 'changes'>, parts: Parts | null): number {
  const all = [...(point.changes ?? []), ...(parts?.metrics ?? []).flatMap(({ changes }) => changes ?? [])]
  return all
    .flatMap((changes) => CHART_METRICS.map(({ id }) => changes[id]))
    .filter(({ verdict }) => verdict === 'MOVED' || verdict === 'WITHIN_NOISE').length
}
