import { isFinal, SHOWN_STATUSES } from '../../core/batch-status.ts'
import { analysisDefinition, creditsDefinition, progressDefinition } from '../../core/batches/definition.ts'
import { readSummaries } from '../../core/batches/read.ts'
import { type BatchRecord, shownStatus } from '../../core/batches/row.ts'
import { readExtractionVersions } from '../../core/results/extraction-versions.ts'
import { countResults, readResultsOfEach } from '../../core/results/read.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { IMMUTABLE } from '../field-extensions.ts'
import { connectionOf, isOrdinal, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { AnalysisResult, AnalysisResultConnection } from './result.ts'
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
    summary: t.field({
      ...of('summary'),
      type: SummaryType,
      resolve: summaryOf,
    }),
    results: t.connection(
      {
        ...IMMUTABLE,
        type: AnalysisResult,
        nullable: true,
        description: 'The results recorded so far, ordered by prompt, provider, location and replicate.',
        resolve: async ({ id }, args, context, info) => {
          const page = parsePage(args, { listId: id, isKey: isOrdinal })
          const { after, before, backward, size } = page
          const range = {
            after: after === null ? undefined : Number(after),
            before: before === null ? undefined : Number(before),
            backward,
            limit: size + 1,
            include: loadedParts(info),
          }
          return connectionOf({
            items: await context.load(readResultsOfEach, id, range),
            page,
            listId: id,
            keyOf: ({ ordinal }) => String(ordinal),
            countAll: () => context.load(countResults, id),
          })
        },
      },
      AnalysisResultConnection,
    ),
  }),
})

/** The summary of a batch, loaded if the batch was read without it; null until the batch has ended. */
function summaryOf({ id, status, summary }: BatchRecord, _: object, context: GraphqlContext) {
  return summary ?? (isFinal(status) ? context.load(readSummaries, id) : null)
}
