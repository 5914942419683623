import { isUuid } from '../../core/foundation/ids.ts'
import { badFields } from '../../core/foundation/parse.ts'
import { databaseIdOf } from '../foundation/global-id.ts'

/** Id of the analysis brand among the entities. */
export const BRAND = 'brand'

/** Description of the argument `entityIds`. */
export const ENTITY_IDS = 'Only these entities: `brand` and ids of competitors. Defaults to all.'

/**
 * Returns the entities with the given database or global ids; all entities if no ids are given. Ids of competitors that
 * were not tracked at that time match no entity.
 * @throws {AppError} BAD_REQUEST on `entityIds` for a text that is not the id of an entity
 */
export function entitiesWith<Entity extends { id: string }>(
  entities: readonly Entity[],
  entityIds: readonly string[] | null | undefined,
): readonly Entity[] {
  if (!entityIds) return entities
  const wanted = new Set(entityIds.map((entityId) => parseEntityId('entityIds', entityId)))
  return entities.filter(({ id }) => wanted.has(id))
}

/**
 * Returns the database id of an entity from its database id or global id.
 * @throws {AppError} BAD_REQUEST on the field, if the text is neither `brand` nor the id of a competitor
 */
export function parseEntityId(field: string, entityId: string): string {
  const id = databaseIdOf(entityId, 'Competitor')
  if (id === BRAND || isUuid(id)) return id.toLowerCase()
  throw badFields({ [field]: 'must be `brand` or the id of a competitor' })
}
