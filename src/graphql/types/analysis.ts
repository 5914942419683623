import { type BatchQuestions, listBatchQuestions } from '../../core/batches/batch-questions.ts'
import { analysisDefinition, creditsDefinition, progressDefinition } from '../../core/batches/definition.ts'
import { readSummaries } from '../../core/batches/read.ts'
import { type BatchRecord, shownStatus } from '../../core/batches/row.ts'
import { isFinal, SHOWN_STATUSES } from '../../core/foundation/batch-status.ts'
import { readExtractionVersions } from '../../core/results/extraction-versions.ts'
import { type ProviderProgress, readProviderProgress } from '../../core/results/provider-progress.ts'
import { areSimulated } from '../../core/results/simulated.ts'
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { IMMUTABLE } from '../foundation/field-extensions.ts'
import { Provider } from './provider.ts'
import { AnalysisResultConnection } from './result.ts'
import { RESULTS, resultArguments, resultsOf } from './result-filters.ts'
import { SummaryType } from './summary.ts'

export const AnalysisStatus = enumType('AnalysisStatus', {
  description: 'State of an analysis.',
  values: SHOWN_STATUSES,
})

const ofProgress = fieldsOf(progressDefinition)
export const Progress = builder.objectRef<BatchRecord['progress']>('Progress').implement({
  description: 'Progress of an analysis.',
  fields: (t) => ({
    total: t.exposeInt('total', ofProgress('total')),
    completed: t.exposeInt('completed', ofProgress('completed')),
    failed: t.exposeInt('failed', ofProgress('failed')),
  }),
})

const ofCredits = fieldsOf(creditsDefinition)
export const Credits = builder.objectRef<BatchRecord['credits']>('AnalysisCredits').implement({
  description: 'Cost of an analysis, in credits.',
  fields: (t) => ({
    reserved: t.exposeInt('reserved', ofCredits('reserved')),
    charged: t.exposeInt('charged', ofCredits('charged')),
    refunded: t.exposeInt('refunded', ofCredits('refunded')),
  }),
})

const ProviderProgressType = builder.objectRef<ProviderProgress>('ProviderProgress').implement({
  description: 'Progress of the questions for one provider.',
  fields: (t) => ({
    provider: t.field({
      ...IMMUTABLE,
      type: Provider,
      description: 'The provider.',
      resolve: ({ provider: token }) => ({ token }),
    }),
    total: t.exposeInt('total', { ...IMMUTABLE, description: 'Number of questions.' }),
    pending: t.exposeInt('pending', { ...IMMUTABLE, description: 'Questions without an answer so far.' }),
    ok: t.exposeInt('ok', { ...IMMUTABLE, description: 'Questions with an answer.' }),
    refused: t.exposeInt('refused', {
      ...IMMUTABLE,
      description: 'Questions that the provider refused to answer.',
    }),
    notShown: t.exposeInt('notShown', {
      ...IMMUTABLE,
      description: 'Questions for which the surface showed no AI answer.',
    }),
    failed: t.exposeInt('failed', { ...IMMUTABLE, description: 'Questions that failed.' }),
    models: t.exposeStringList('models', {
      ...IMMUTABLE,
      description: 'Models reported by the answers. If the models of two runs differ, so may their answers.',
    }),
  }),
})

const of = fieldsOf(analysisDefinition)
/** Fields shared by runs and async analyses. */
export const Analysis = builder.interfaceRef<BatchRecord>('Analysis').implement({
  description: 'A set of prompts × providers × locations: a run of a project, or an async analysis.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: ({ kind }) => (kind === 'run' ? 'AnalysisRun' : 'AsyncAnalysis'),
  fields: (t) => ({
    databaseId: t.string({
      ...IMMUTABLE,
      description: 'Id in REST: `runId` for a run, `analysisId` for an async analysis.',
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
    rawDeletedAt: t.expose('rawDeletedAt', { type: 'DateTime', ...of('rawDeletedAt') }),
    textsDeletedAt: t.expose('textsDeletedAt', { type: 'DateTime', ...of('textsDeletedAt') }),
    extractionVersion: t.int({
      ...IMMUTABLE,
      nullable: true,
      description: 'Newest extraction version of the results; null without answers.',
      resolve: ({ id }, _, context) => context.load(readExtractionVersions, id),
    }),
    simulated: t.boolean({
      ...IMMUTABLE,
      description:
        'Whether any answer so far was made up by a simulated provider. The metrics are then meaningless.',
      resolve: ({ id }, _, context) => context.load(areSimulated, id),
    }),
    summary: t.field({
      ...of('summary'),
      type: SummaryType,
      resolve: summaryOf,
    }),
    promptTexts: t.stringList({
      ...IMMUTABLE,
      description: 'Texts of the prompts in their order.',
      resolve: async (analysis, _, context) => [...(await askedIn(analysis, context)).prompts],
    }),
    providers: t.field({
      extensions: { ...IMMUTABLE.extensions, items: 7 },
      type: [Provider],
      description: 'Providers that are asked.',
      resolve: async (analysis, _, context) =>
        (await askedIn(analysis, context)).providers.map((token) => ({ token })),
    }),
    locations: t.field({
      ...IMMUTABLE,
      type: ['Location'],
      description: 'Countries of the questions.',
      resolve: async (analysis, _, context) => [...(await askedIn(analysis, context)).locations],
    }),
    replicates: t.int({
      ...IMMUTABLE,
      description: 'How often each prompt is asked per provider and location.',
      resolve: async (analysis, _, context) => (await askedIn(analysis, context)).replicates,
    }),
    results: t.connection(
      { ...RESULTS, args: resultArguments, resolve: resultsOf },
      AnalysisResultConnection,
    ),
  }),
})

const NOTHING: BatchQuestions = { prompts: [], providers: [], locations: [], replicates: 0 }

/** Returns the questions of a batch; empty if it was deleted in the meantime. */
async function askedIn({ id }: BatchRecord, { load }: GraphqlContext): Promise<BatchQuestions> {
  return (await load(listBatchQuestions, id)) ?? NOTHING
}

/** Returns the summary of a batch, and loads it if needed; null until the batch has ended. */
async function summaryOf({ id, status, summary }: BatchRecord, _: object, context: GraphqlContext) {
  const known = summary ?? (isFinal(status) ? await context.load(readSummaries, id) : null)
  return known && { ...known, about: id }
}
