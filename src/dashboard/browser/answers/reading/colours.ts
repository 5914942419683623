import { entityColour, entityMark } from '../../figures/entity-colour.ts'
import type { Entity } from '../source.ts'

/** The CSS colours of an entity: of the line below its name, and of the ground behind it. */
export type Colours = (entityId: string) => { line: string; ground: string }

/** The colours of the entities of a project or an analysis, in their order. */
export function coloursOf(entities: readonly Entity[]): Colours {
  const competitors = entities.filter(({ id }) => id !== 'brand').map(({ id }) => id)
  return (entityId) => ({
    line: entityColour(entityId, competitors),
    ground: entityMark(entityId, competitors),
  })
}
