import type { Kind } from '../../figures/estimate.ts'
import type { Change } from '../../figures/verdict-words.ts'
import type { EntityChanges } from './documents/changes.ts'
import type { Parts } from './documents/parts.ts'
import type { ShownPoint } from './documents/trends.ts'
import { METRICS } from './metrics.ts'

/** A figure that moved by more than chance, although many were looked at. */
export interface Move {
  /** `all providers`, or the label of one. */
  where: string
  /** The token of the provider; null for all. */
  provider: string | null
  entityId: string
  entity: string
  /** Its title. */
  metric: string
  kind: Kind
  change: Change
}

/**
 * What moved, of all figures of all brands: over all providers, then on each. The verdicts are adjusted for how many figures are
 * looked at together, in each of these parts.
 */
export function movesOf(point: Pick<ShownPoint, 'changes'>, parts: Parts | null): Move[] {
  const labelOf = (token: string) => parts?.providers.find((one) => one.token === token)?.label ?? token
  const providers = (parts?.metrics ?? []).flatMap(({ value, changes }) =>
    value === null ? [] : [{ where: labelOf(value), provider: value, changes: changes ?? [] }],
  )
  return [{ where: 'all providers', provider: null, changes: point.changes ?? [] }, ...providers].flatMap(
    ({ where, provider, changes }) =>
      changes.flatMap((entity) => movedIn(entity).map((move) => ({ where, provider, ...move }))),
  )
}

function movedIn(changes: EntityChanges): Omit<Move, 'where' | 'provider'>[] {
  return METRICS.flatMap(({ id, title, kind }) => {
    const change = changes[id]
    if (change.adjustedVerdict !== 'MOVED') return []
    return [{ entityId: changes.entityId, entity: changes.name, metric: title, kind, change }]
  })
}

/** How many figures were compared with the run before. */
export function comparedOf(point: Pick<ShownPoint, 'changes'>, parts: Parts | null): number {
  const all = [...(point.changes ?? []), ...(parts?.metrics ?? []).flatMap(({ changes }) => changes ?? [])]
  return all
    .flatMap((changes) => METRICS.map(({ id }) => changes[id]))
    .filter(({ verdict }) => verdict === 'MOVED' || verdict === 'WITHIN_NOISE').length
}
