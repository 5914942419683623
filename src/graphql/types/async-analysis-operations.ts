import { readAsyncAnalysis, watchAsyncAnalysis } from '../../core/async-analyses/read.ts'
import { startAsyncAnalysis } from '../../core/async-analyses/start.ts'
import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { builder } from '../builder.ts'
import { follow } from '../subscriptions.ts'
import { AsyncAnalysis } from './async-analysis.ts'

builder.queryField('asyncAnalysis', (t) =>
  t.field({
    type: AsyncAnalysis,
    nullable: true,
    description: 'An async analysis; NOT_FOUND where there is none for the caller.',
    args: { id: t.arg.id({ required: true, description: 'Its analysisId, `aa_…`.' }) },
    resolve: (_, { id }, { ctx }) => readAsyncAnalysis({ ctx, input: { analysisId: id } }),
  }),
)

const StartAsyncAnalysisInput = builder.inputType('StartAsyncAnalysisInput', {
  description: 'Prompts × providers × locations × replicates is the number of questions, and of credits.',
  fields: (t) => ({
    prompt: t.string({ description: 'One prompt; use this or `prompts`.' }),
    prompts: t.stringList({ description: 'Several prompts as one request, at most 100.' }),
    brandName: t.string({
      description:
        'The brand to look for: required with an organization key, not accepted with a project key.',
    }),
    replicates: t.int({
      required: true,
      description: 'How often each prompt is asked of each provider and location, 1–10.',
    }),
    providers: t.stringList({ required: true, description: 'Tokens or aliases of 1–7 providers.' }),
    locations: t.stringList({ required: true, description: '1–20 ISO 3166-1 alpha-2 codes.' }),
  }),
})

const StartAsyncAnalysisPayload = builder
  .objectRef<{ asyncAnalysis: BatchRecord }>('StartAsyncAnalysisPayload')
  .implement({
    description: 'What came of starting an async analysis.',
    fields: (t) => ({
      asyncAnalysis: t.expose('asyncAnalysis', {
        type: AsyncAnalysis,
        description: 'The accepted analysis.',
      }),
    }),
  })

builder.mutationField('startAsyncAnalysis', (t) =>
  t.field({
    type: StartAsyncAnalysisPayload,
    description: 'Accepts an async analysis: reserves its credits and queues the work. All of it or nothing.',
    args: { input: t.arg({ type: StartAsyncAnalysisInput, required: true, description: 'What to ask.' }) },
    resolve: async (_, { input }, { ctx }) => {
      const { prompt, prompts, brandName, ...rest } = input
      // GraphQL's null says what an absent field says.
      const given = {
        ...rest,
        ...(prompt != null && { prompt }),
        ...(prompts != null && { prompts }),
        ...(brandName != null && { brandName }),
      }
      return { asyncAnalysis: await startAsyncAnalysis({ ctx, input: given }) }
    },
  }),
)

builder.subscriptionField('asyncAnalysisProgress', (t) =>
  t.field({
    type: AsyncAnalysis,
    description: 'The states of an async analysis: the current one, every change, the final one.',
    args: { analysisId: t.arg.string({ required: true, description: 'Its analysisId, `aa_…`.' }) },
    subscribe: (_, { analysisId }, context) =>
      follow(context, (signal) => watchAsyncAnalysis({ ctx: context.ctx, input: { analysisId }, signal })),
    resolve: (analysis) => analysis,
  }),
)
