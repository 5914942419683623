import { readCompetitors } from '../../core/competitors/read.ts'
import {
  type EntitySummary,
  entitySummaryDefinition,
  resultCountsDefinition,
  type Summary,
  summaryDefinition,
} from '../../metrics/definitions.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { objectType } from '../foundation/derive.ts'
import { CACHE_ID, cacheIdOf } from '../foundation/global-id.ts'
import { Competitor } from './competitor.ts'
import { BRAND } from './entity-ids.ts'
import { EntityRatesInterface } from './entity-rates.ts'
import { ScopeFigures } from './scope-figures.ts'

export const ResultCounts = objectType('ResultCounts', resultCountsDefinition, 'Number of results by status.')

/** Metrics together with what they are about, such as a run or one provider in a run. It is part of their cache ids. */
type About<Metrics> = Metrics & { about: string }

const ofEntity = fieldsOf(entitySummaryDefinition)
export const EntitySummaryType = builder.objectRef<About<EntitySummary>>('EntitySummary').implement({
  description: 'Metrics of one tracked brand.',
  interfaces: [EntityRatesInterface],
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about, id }) => cacheIdOf('EntitySummary', about, id) }),
    entityId: t.exposeID('id', ofEntity('id')),
    name: t.exposeString('name', ofEntity('name')),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor in its current state; null for the brand, and if it is no longer tracked.',
      resolve: ({ id }, _, context) => (id === BRAND ? null : context.load(readCompetitors, id)),
    }),
  }),
})

const of = fieldsOf(summaryDefinition)
export const SummaryType = builder.objectRef<About<Summary>>('AnalysisSummary').implement({
  description: 'Metrics over all answers of an analysis; rates are for the analysis brand.',
  interfaces: [EntityRatesInterface, ScopeFigures],
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about }) => cacheIdOf('AnalysisSummary', about) }),
    resultCounts: t.expose('results', { type: ResultCounts, ...of('results') }),
    entities: t.field({
      ...of('entities'),
      type: [EntitySummaryType],
      resolve: ({ about, entities }) => summariesOf(about, entities),
    }),
  }),
})

/** Adds to the metrics of entities what they are about. */
export function summariesOf(about: string, entities: readonly EntitySummary[]): About<EntitySummary>[] {
  return entities.map((entity) => ({ ...entity, about }))
}
