import { readCompetitors } from '../../core/competitors/read.ts'
import {
  CHANGE_VERDICTS,
  CHANGED_METRICS,
  type EntityChanges,
  METRICS,
  metricChangeDefinition,
} from '../../metrics/definitions.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { objectType } from '../foundation/derive.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { Competitor } from './competitor.ts'

export const ComparisonVerdict = enumType('ComparisonVerdict', {
  description: 'Whether a metric changed significantly, judged by the prompts that both runs asked.',
  values: CHANGE_VERDICTS,
})

const MetricChangeType = objectType(
  'MetricChange',
  metricChangeDefinition,
  'Change of one metric of one brand between two runs, over the questions that both asked.',
)

export const EntityChangesType = builder.objectRef<EntityChanges>('EntityChanges').implement({
  description: 'Changes of one tracked brand between two runs.',
  fields: (t) => ({
    entityId: t.exposeString('id', { description: '`brand` or the id of the competitor.' }),
    name: t.exposeString('name', { description: 'Name in the later run.' }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor in its current state; null for the brand, and if it is no longer tracked.',
      resolve: ({ id }, _, context) => (id === 'brand' ? null : context.load(readCompetitors, id)),
    }),
    ...Object.fromEntries(
      CHANGED_METRICS.map((metric) => [
        metric,
        t.expose(metric, { type: MetricChangeType, description: `Change of the ${METRICS[metric].change}.` }),
      ]),
    ),
  }),
})

/** Returns the entities with the given database or global ids; all entities if no ids are given. */
export function entitiesWith<Entity extends { id: string }>(
  entities: readonly Entity[],
  entityIds: readonly string[] | null | undefined,
): Entity[] {
  if (!entityIds) return [...entities]
  const wanted = new Set(entityIds.map((id) => databaseIdOf(id, 'Competitor')))
  return entities.filter(({ id }) => wanted.has(id))
}

/** Returns the options of a field with the changes of entities. */
export function changesOptions(against: string) {
  return {
    type: [EntityChangesType] as [typeof EntityChangesType],
    nullable: true as const,
    description: `Changes since ${against}: first the brand, then each competitor. Adjusted verdicts account for all metrics of all these entities together, whichever are selected. Null for parts by location, tag or prompt, and for metrics of older definitions.`,
  }
}

/** Description of the argument `entityIds`. */
export const ENTITY_IDS = 'Only these entities: `brand` and ids of competitors. Defaults to all.'
