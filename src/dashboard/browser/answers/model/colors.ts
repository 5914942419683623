import { entityColor, entityMark } from '../../charts/entity-color.ts'
import type { Entity } from './source.ts'

/** CSS colors of an entity: the underline and the background of its name. */
export type Colors = (entityId: string) => { line: string; ground: string }

/** Returns the colors of the entities of a project or an analysis. Colors are assigned in entity order. */
export function colorsOf(entities: readonly Entity[]): Colors {
  const competitors = entities.filter(({ id }) => id !== 'brand').map(({ id }) => id)
  return (entityId) => ({
    line: entityColor(entityId, competitors),
    ground: entityMark(entityId, competitors),
  })
}
