import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { countResults, readResults } from '../../core/results/read.ts'
import { builder } from '../builder.ts'
import { seenIn } from '../context.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, isOrdinal, parsePage } from '../page.ts'
import { includeOf, selectsBelow } from '../selection.ts'
import { AnalysisStatus, Credits, Progress } from './progress.ts'
import { AnalysisResult, AnalysisResultConnection } from './result.ts'
import { SummaryType, summaryOf } from './summary.ts'

/** One-off work: prompts asked of providers, paid with credits. */
export const AsyncAnalysis = builder.objectRef<BatchRecord>('AsyncAnalysis')

// Only runs have no analysisId.
const analysisIdOf = ({ analysisId }: BatchRecord) => analysisId ?? ''

builder.node(AsyncAnalysis, {
  description: 'One-off work: prompts asked of providers for locations, paid with credits.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.string({ description: 'Its id in REST: the analysisId.', resolve: analysisIdOf }),
    analysisId: t.string({ description: 'Its name, `aa_…`.', resolve: analysisIdOf }),
    status: t.expose('status', { type: AnalysisStatus, description: 'How far it is.' }),
    progress: t.expose('progress', { type: Progress, description: 'How many of its questions are done.' }),
    brandName: t.exposeString('brandName', {
      description: 'The brand that is looked for, as it was at the start.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When work began.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    credits: t.expose('credits', { type: Credits, description: 'What it costs.' }),
    summary: t.field({
      type: SummaryType,
      nullable: true,
      description: 'What its answers say; null until it has ended.',
      resolve: (analysis, _, context) => summaryOf(analysis, context),
    }),
    results: t.connection(
      {
        type: AnalysisResult,
        description: 'The results there are by now, by prompt, provider, location and replicate.',
        resolve: async ({ id }, args, { ctx }, info) => {
          const page = parsePage(args, { listId: id, isKey: isOrdinal })
          const { after, before, backward, size } = page
          const bounds = {
            ...(after !== null && { after: Number(after) }),
            ...(before !== null && { before: Number(before) }),
          }
          const items = await readResults(ctx, id, {
            ...bounds,
            backward,
            limit: size + 1,
            include: includeOf(info),
          })
          return connectionOf({
            items,
            page,
            listId: id,
            keyOf: ({ ordinal }) => String(ordinal),
            countAll: () => countResults(ctx, id),
          })
        },
      },
      AnalysisResultConnection,
    ),
  }),
})

registerNode(AsyncAnalysis, async (context, ids, info) => {
  const { ctx } = context
  const found = await readAsyncAnalyses({ ctx, input: { ids, summary: selectsBelow(info, 'summary') } })
  for (const analysis of found) if (analysis) context.saw(seenIn(analysis))
  return found
})

builder.objectField(AnalysisResult, 'asyncAnalysis', (t) =>
  t.field({
    type: AsyncAnalysis,
    nullable: true,
    description: 'The async analysis it belongs to; null in a run.',
    resolve: ({ runId, batchId }, _, context) =>
      runId === null ? context.load(readAsyncAnalyses, batchId) : null,
  }),
)
