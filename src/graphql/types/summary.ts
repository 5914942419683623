import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { isFinal } from '../../core/batches/change.ts'
import { readSummaries } from '../../core/batches/read.ts'
import { readCompetitors } from '../../core/competitors/read.ts'
import type { EntitySummary, Summary } from '../../metrics/summarize.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { Competitor } from './competitor.ts'
import { EntityRatesInterface } from './entity-figures.ts'
import { ScopeFigures } from './scope-figures.ts'

/** The id of the analysis brand among the entities. */
const BRAND = 'brand'

/** Results by what became of them. */
export const ResultCounts = builder.objectRef<Summary['results']>('ResultCounts').implement({
  description: 'Results by what became of them.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    ok: t.exposeInt('ok', { description: 'Answered. Only these enter the rates.' }),
    refused: t.exposeInt('refused', { description: 'The provider declined to answer.' }),
    notShown: t.exposeInt('notShown', { description: 'The surface showed no AI answer.' }),
    failed: t.exposeInt('failed', { description: 'No answer could be had.' }),
  }),
})

/** The rates of one tracked brand. */
export const EntitySummaryType = builder.objectRef<EntitySummary>('EntitySummary').implement({
  description: 'The rates of one tracked brand.',
  interfaces: [EntityRatesInterface],
  fields: (t) => ({
    entityId: t.exposeString('id', { description: '`brand`, or the id of the competitor.' }),
    name: t.exposeString('name', { description: 'Its name when the analysis began.' }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor as it is now; null for the brand, and once it is tracked no more.',
      resolve: ({ id }, _, context) => (id === BRAND ? null : context.load(readCompetitors, id)),
    }),
  }),
})

/** What the answers of a whole analysis say. */
export const SummaryType = builder.objectRef<Summary>('AnalysisSummary').implement({
  description: 'What the answers of a whole analysis say; the rates are those of the analysis brand.',
  interfaces: [EntityRatesInterface, ScopeFigures],
  fields: (t) => ({
    results: t.expose('results', { type: ResultCounts, description: 'Results by what became of them.' }),
    entities: t.expose('entities', {
      type: [EntitySummaryType],
      description: 'The brand first, then each competitor.',
    }),
  }),
})

/** The summary of a batch that may have been read without it; null until it has ended. */
export function summaryOf({ id, status, summary }: BatchRecord, context: GraphqlContext) {
  return summary ?? (isFinal(status) ? context.load(readSummaries, id) : null)
}
