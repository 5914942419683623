import { isFinal, SHOWN_STATUSES } from '../../core/batch-status.ts'
import { type AskedQuestions, readAskedQuestions } from '../../core/batches/asked.ts'
import { analysisDefinition, creditsDefinition, progressDefinition } from '../../core/batches/definition.ts'
import { readSummaries } from '../../core/batches/read.ts'
import { type BatchRecord, shownStatus } from '../../core/batches/row.ts'
import { readExtractionVersions } from '../../core/results/extraction-versions.ts'
import { type ProviderProgress, readProviderProgress } from '../../core/results/provider-progress.ts'
import { areSimulated } from '../../core/results/simulated.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { IMMUTABLE } from '../field-extensions.ts'
import { Provider } from './provider.ts'
import { AnalysisResultConnection } from './result.ts'
import { RESULTS, resultFilters, resultsOf } from './result-filters.ts'
import { SummaryType } from './summary.ts'

/** How far an analysis is. */
export const AnalysisStatus = enumType('AnalysisStatus', {
  description: 'State of an analysis.',
  values: SHOWN_STATUSES,
})

const ofProgress = fieldsOf(progressDefinition)
/** How many questions are done. */
export const Progress = builder.objectRef<BatchRecord['progress']>('Progress').implement({
  description: 'Progress of an analysis.',
  fields: (t) => ({
    total: t.exposeInt('total', ofProgress('total')),
    completed: t.exposeInt('completed', ofProgress('completed')),
    failed: t.exposeInt('failed', ofProgress('failed')),
  }),
})

const ofCredits = fieldsOf(creditsDefinition)
/** What an analysis costs. */
export const Credits = builder.objectRef<BatchRecord['credits']>('AnalysisCredits').implement({
  description: 'Cost of an analysis, in credits.',
  fields: (t) => ({
    reserved: t.exposeInt('reserved', ofCredits('reserved')),
    charged: t.exposeInt('charged', ofCredits('charged')),
    refunded: t.exposeInt('refunded', ofCredits('refunded')),
  }),
})

const ProviderProgressType = builder.objectRef<ProviderProgress>('ProviderProgress').implement({
  description: 'What became of the questions that one provider was asked.',
  fields: (t) => ({
    provider: t.field({
      ...IMMUTABLE,
      type: Provider,
      description: 'The provider.',
      resolve: ({ provider: token }) => ({ token }),
    }),
    total: t.exposeInt('total', { ...IMMUTABLE, description: 'Questions.' }),
    pending: t.exposeInt('pending', { ...IMMUTABLE, description: 'Without an answer so far.' }),
    ok: t.exposeInt('ok', { ...IMMUTABLE, description: 'Answered.' }),
    refused: t.exposeInt('refused', { ...IMMUTABLE, description: 'Refused to answer.' }),
    notShown: t.exposeInt('notShown', { ...IMMUTABLE, description: 'The surface showed no AI answer.' }),
    failed: t.exposeInt('failed', { ...IMMUTABLE, description: 'No answer could be obtained.' }),
    models: t.exposeStringList('models', {
      ...IMMUTABLE,
      description:
        'The models that its answers say they are of: where they differ between two runs, so may what they say.',
    }),
  }),
})

const of = fieldsOf(analysisDefinition)
/** What runs and async analyses have in common. */
export const Analysis = builder.interfaceRef<BatchRecord>('Analysis').implement({
  description: 'Prompts asked of providers for locations: a run of a project, or an async analysis.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: ({ kind }) => (kind === 'run' ? 'AnalysisRun' : 'AsyncAnalysis'),
  fields: (t) => ({
    databaseId: t.string({
      ...IMMUTABLE,
      description: 'Its id in REST: `runId` for a run, `analysisId` for an async analysis.',
      resolve: ({ analysisId, id }) => analysisId ?? id,
    }),
    status: t.field({ ...of('status'), type: AnalysisStatus, resolve: shownStatus }),
    progress: t.expose('progress', { type: Progress, ...of('progress') }),
    providerProgress: t.field({
      extensions: { immutable: true, items: 7 },
      type: [ProviderProgressType],
      nullable: true,
      description: 'Progress by provider.',
      resolve: ({ id }, _, context) => context.load(readProviderProgress, id),
    }),
    costUsd: t.exposeFloat('costUsd', of('costUsd')),
    brandName: t.exposeString('brandName', of('brandName')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    startedAt: t.expose('startedAt', { type: 'DateTime', ...of('startedAt') }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', ...of('finishedAt') }),
    extractionVersion: t.int({
      ...IMMUTABLE,
      nullable: true,
      description: 'The newest extraction version among its results; null without an answer.',
      resolve: ({ id }, _, context) => context.load(readExtractionVersions, id),
    }),
    simulated: t.boolean({
      ...IMMUTABLE,
      description:
        'Whether any of its answers so far was invented by a simulated provider: then its figures measure nothing.',
      resolve: ({ id }, _, context) => context.load(areSimulated, id),
    }),
    summary: t.field({
      ...of('summary'),
      type: SummaryType,
      resolve: summaryOf,
    }),
    prompts: t.stringList({
      ...IMMUTABLE,
      description: 'The texts of its prompts as they were asked, in their order.',
      resolve: async (analysis, _, context) => [...(await askedIn(analysis, context)).prompts],
    }),
    providers: t.field({
      extensions: { ...IMMUTABLE.extensions, items: 7 },
      type: [Provider],
      description: 'The providers that it asks.',
      resolve: async (analysis, _, context) =>
        (await askedIn(analysis, context)).providers.map((token) => ({ token })),
    }),
    locations: t.field({
      ...IMMUTABLE,
      type: ['CountryCode'],
      description: 'The countries that it asks from.',
      resolve: async (analysis, _, context) => [...(await askedIn(analysis, context)).locations],
    }),
    replicates: t.int({
      ...IMMUTABLE,
      description: 'How often it asks each question of a provider for a location.',
      resolve: async (analysis, _, context) => (await askedIn(analysis, context)).replicates,
    }),
    results: t.connection({ ...RESULTS, args: resultFilters, resolve: resultsOf }, AnalysisResultConnection),
  }),
})

const NOTHING: AskedQuestions = { prompts: [], providers: [], locations: [], replicates: 0 }

/** What a batch asks; nothing for one that was deleted meanwhile. */
async function askedIn({ id }: BatchRecord, { load }: GraphqlContext): Promise<AskedQuestions> {
  return (await load(readAskedQuestions, id)) ?? NOTHING
}

/** The summary of a batch, loaded if the batch was read without it; null until the batch has ended. */
function summaryOf({ id, status, summary }: BatchRecord, _: object, context: GraphqlContext) {
  return summary ?? (isFinal(status) ? context.load(readSummaries, id) : null)
}
