import { readCompetitors } from '../../core/competitors/read.ts'
import {
  CHANGE_VERDICTS,
  type EntityChanges,
  type MetricChange,
  metricChangeDefinition,
} from '../../metrics/definitions.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { Competitor } from './competitor.ts'

/** Whether a change is larger than chance explains. */
export const ComparisonVerdict = enumType('ComparisonVerdict', {
  description: 'Whether a figure changed significantly, by the prompts that both runs asked.',
  values: CHANGE_VERDICTS,
})

const of = fieldsOf(metricChangeDefinition)
const MetricChangeType = builder.objectRef<MetricChange>('MetricChange').implement({
  description: 'The change of one figure of one entity between two runs, on what both asked.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: ComparisonVerdict, ...of('verdict') }),
    prompts: t.exposeInt('prompts', of('prompts')),
    difference: t.exposeFloat('difference', of('difference')),
    low: t.exposeFloat('low', of('low')),
    high: t.exposeFloat('high', of('high')),
    pValue: t.exposeFloat('pValue', of('pValue')),
    adjustedVerdict: t.expose('adjustedVerdict', { type: ComparisonVerdict, ...of('adjustedVerdict') }),
  }),
})

const change = (name: string) => ({
  type: MetricChangeType,
  description: `The change of its ${name}.`,
})

/** What changed of one entity. */
export const EntityChangesType = builder.objectRef<EntityChanges>('EntityChanges').implement({
  description: 'What changed of one tracked brand between two runs.',
  fields: (t) => ({
    entityId: t.exposeString('id', { description: '`brand`, or the id of the competitor.' }),
    name: t.exposeString('name', { description: 'Its name in the later run.' }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor as it is now; null for the brand, and if it is no longer tracked.',
      resolve: ({ id }, _, context) => (id === 'brand' ? null : context.load(readCompetitors, id)),
    }),
    mentionRate: t.expose('mentionRate', change('mention rate')),
    shareOfVoice: t.expose('shareOfVoice', change('share of voice')),
    averagePosition: t.expose('averagePosition', change('average position; lower is earlier')),
    sentiment: t.expose('sentiment', change('sentiment')),
    recommendationRate: t.expose('recommendationRate', change('recommendation rate')),
    citationRate: t.expose('citationRate', change('citation rate')),
  }),
})

/** The entities with the given ids of either kind; all without ids. */
export function entitiesWith<Entity extends { id: string }>(
  entities: readonly Entity[],
  entityIds: readonly string[] | null | undefined,
): Entity[] {
  if (!entityIds) return [...entities]
  const wanted = new Set(entityIds.map((id) => databaseIdOf(id, 'Competitor')))
  return entities.filter(({ id }) => wanted.has(id))
}

/** Options of a field that has the changes of entities. */
export function changesOptions(against: string) {
  return {
    type: [EntityChangesType] as [typeof EntityChangesType],
    nullable: true as const,
    description: `What changed against ${against}, of the brand, then of each competitor. Adjusted verdicts are for all figures of all of them together, whichever are selected. Null for parts by location, tag or prompt, and for figures of older definitions.`,
  }
}

/** The description of `entityIds`. */
export const ENTITY_IDS = 'Only these entities: `brand` and ids of competitors. By default all.'
