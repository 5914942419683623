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
import { Competitor } from './competitor.ts'
import { EntityRatesInterface } from './entity-rates.ts'
import { ScopeFigures } from './scope-figures.ts'

/** Id of the analysis brand among the entities. */
const BRAND = 'brand'

export const ResultCounts = objectType('ResultCounts', resultCountsDefinition, 'Number of results by status.')

const ofEntity = fieldsOf(entitySummaryDefinition)
export const EntitySummaryType = builder.objectRef<EntitySummary>('EntitySummary').implement({
  description: 'Metrics of one tracked brand.',
  interfaces: [EntityRatesInterface],
  fields: (t) => ({
    entityId: t.exposeString('id', ofEntity('id')),
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
export const SummaryType = builder.objectRef<Summary>('AnalysisSummary').implement({
  description: 'Metrics over all answers of an analysis; rates are for the analysis brand.',
  interfaces: [EntityRatesInterface, ScopeFigures],
  fields: (t) => ({
    resultCounts: t.expose('results', { type: ResultCounts, ...of('results') }),
    entities: t.expose('entities', { type: [EntitySummaryType], ...of('entities') }),
  }),
})
