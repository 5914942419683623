import { readCompetitors } from '../../core/competitors/read.ts'
import {
  type EntitySummary,
  entitySummaryDefinition,
  resultCountsDefinition,
  type Summary,
  summaryDefinition,
} from '../../metrics/definitions.ts'
import { builder } from '../builder.ts'
import { fieldsOf } from '../define.ts'
import { Competitor } from './competitor.ts'
import { EntityRatesInterface } from './entity-rates.ts'
import { ScopeFigures } from './scope-figures.ts'

/** The id of the analysis brand among the entities. */
const BRAND = 'brand'

const ofCounts = fieldsOf(resultCountsDefinition)
/** Results by what became of them. */
export const ResultCounts = builder.objectRef<Summary['results']>('ResultCounts').implement({
  description: 'Results by their status.',
  fields: (t) => ({
    total: t.exposeInt('total', ofCounts('total')),
    ok: t.exposeInt('ok', ofCounts('ok')),
    refused: t.exposeInt('refused', ofCounts('refused')),
    notShown: t.exposeInt('notShown', ofCounts('notShown')),
    failed: t.exposeInt('failed', ofCounts('failed')),
  }),
})

const ofEntity = fieldsOf(entitySummaryDefinition)
/** The rates of one tracked brand. */
export const EntitySummaryType = builder.objectRef<EntitySummary>('EntitySummary').implement({
  description: 'The rates of one tracked brand.',
  interfaces: [EntityRatesInterface],
  fields: (t) => ({
    entityId: t.exposeString('id', ofEntity('id')),
    name: t.exposeString('name', ofEntity('name')),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor as it is now; null for the brand, and if it is no longer tracked.',
      resolve: ({ id }, _, context) => (id === BRAND ? null : context.load(readCompetitors, id)),
    }),
  }),
})

const of = fieldsOf(summaryDefinition)
/** What the answers of a whole analysis say. */
export const SummaryType = builder.objectRef<Summary>('AnalysisSummary').implement({
  description: 'Figures over all answers of an analysis; the rates are those of the analysis brand.',
  interfaces: [EntityRatesInterface, ScopeFigures],
  fields: (t) => ({
    resultCounts: t.expose('results', { type: ResultCounts, ...of('results') }),
    entities: t.expose('entities', { type: [EntitySummaryType], ...of('entities') }),
  }),
})
