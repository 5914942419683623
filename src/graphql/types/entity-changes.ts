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
import { objectType, PROMPT_COUNT } from '../foundation/derive.ts'
import { CACHE_ID, cacheIdOf } from '../foundation/global-id.ts'
import { Competitor } from './competitor.ts'
import { BRAND, entitiesWith } from './entity-ids.ts'

enumType('ComparisonVerdict', {
  description: 'Whether a metric changed significantly, judged by the prompts that both runs asked.',
  values: CHANGE_VERDICTS,
})

const MetricChangeType = objectType(
  'MetricChange',
  metricChangeDefinition,
  'Change of one metric of one brand between two runs, over the questions that both asked.',
  { rename: PROMPT_COUNT },
)

export const EntityChangesType = builder
  .objectRef<EntityChanges & { about: string }>('EntityChanges')
  .implement({
    description: 'Changes of one tracked brand between two runs.',
    fields: (t) => ({
      id: t.id({ ...CACHE_ID, resolve: ({ about, id }) => cacheIdOf('EntityChanges', about, id) }),
      entityId: t.exposeID('id', { description: '`brand` or the id of the competitor.' }),
      name: t.exposeString('name', { description: 'Name in the later run.' }),
      competitor: t.field({
        type: Competitor,
        nullable: true,
        description:
          'The competitor in its current state; null for the brand, and if it is no longer tracked.',
        resolve: ({ id }, _, context) => (id === BRAND ? null : context.load(readCompetitors, id)),
      }),
      ...Object.fromEntries(
        CHANGED_METRICS.map((metric) => [
          metric,
          t.expose(metric, {
            type: MetricChangeType,
            description: `Change of the ${METRICS[metric].change}.`,
          }),
        ]),
      ),
    }),
  })

/** Options of a field with the changes of entities. */
export function changesOptions(against: string) {
  return {
    type: [EntityChangesType] as [typeof EntityChangesType],
    nullable: true as const,
    description: `Changes since ${against}: first the brand, then each competitor. Adjusted verdicts account for all metrics of all these entities together, whichever are selected. Null for parts by location, tag or prompt, and for metrics of older definitions.`,
  }
}

/** Returns the changes of the entities with the given ids; of all entities if no ids are given. */
export function changesWith(
  about: string,
  changes: readonly EntityChanges[] | null,
  entityIds: readonly string[] | null | undefined,
) {
  return changes && entitiesWith(changes, entityIds).map((entity) => ({ ...entity, about }))
}
