import { findAsyncAnalysis, watchAsyncAnalysis } from '../../core/async-analyses/read.ts'
import { startAsyncAnalysis } from '../../core/async-analyses/start.ts'
import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { builder } from '../builder.ts'
import { seenIn } from '../context.ts'
import { databaseIdOf } from '../global-id.ts'
import { given, namedProject } from '../input.ts'
import { selectsBelow } from '../selection.ts'
import { follow } from '../subscriptions.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { AsyncAnalysisEdge, edgeOf } from './async-analysis-list.ts'

builder.queryField('asyncAnalysis', (t) =>
  t.field({
    type: AsyncAnalysis,
    nullable: true,
    description: 'An async analysis; NOT_FOUND where there is none for the caller.',
    args: { id: t.arg.id({ required: true, description: 'Its analysisId, `aa_…`, or its global id.' }) },
    resolve: async (_, { id }, { ctx, saw }, info) => {
      const input = { id: databaseIdOf(id, 'AsyncAnalysis'), summary: selectsBelow(info, 'summary') }
      const analysis = await findAsyncAnalysis({ ctx, input })
      saw(seenIn(analysis))
      return analysis
    },
  }),
)

const AnalysisWebhookInput = builder.inputType('AnalysisWebhookInput', {
  description: 'Where the end of an analysis is told (Standard Webhooks).',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description: 'A public https address. Redirects are not followed.',
    }),
    secret: t.string({
      description:
        "Signs the calls: `whsec_` and base64 of 24–64 bytes. The organization's own when not given.",
    }),
  }),
})

const StartAsyncAnalysisInput = builder.inputType('StartAsyncAnalysisInput', {
  description: 'Prompts × providers × locations × replicates is the number of questions, and of credits.',
  fields: (t) => ({
    projectId: t.id({
      description:
        "A signed-in member's project; a project key names none, as it has one. Its databaseId, or its global id.",
    }),
    prompt: t.string({ description: 'One prompt; use this or `prompts`.' }),
    prompts: t.stringList({ description: 'Several prompts as one request, at most 100.' }),
    brandName: t.string({
      description:
        'The brand to look for: required where there is no project, not accepted where there is one.',
    }),
    replicates: t.int({
      required: true,
      description: 'How often each prompt is asked of each provider and location, 1–10.',
    }),
    providers: t.stringList({ required: true, description: 'Tokens or aliases of 1–7 providers.' }),
    locations: t.stringList({ required: true, description: '1–20 ISO 3166-1 alpha-2 codes.' }),
    webhook: t.field({
      type: AnalysisWebhookInput,
      description: 'Called once the analysis has ended, however it ended.',
    }),
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
      asyncAnalysisEdge: t.field({
        type: AsyncAnalysisEdge,
        description: 'The accepted analysis at its place in the lists of analyses, which is the first.',
        resolve: ({ asyncAnalysis }) => edgeOf(asyncAnalysis),
      }),
    }),
  })

builder.mutationField('startAsyncAnalysis', (t) =>
  t.field({
    type: StartAsyncAnalysisPayload,
    description: 'Accepts an async analysis: reserves its credits and queues the work. All of it or nothing.',
    args: { input: t.arg({ type: StartAsyncAnalysisInput, required: true, description: 'What to ask.' }) },
    resolve: async (_, { input }, { ctx }) => {
      const { projectId, prompt, prompts, brandName, webhook, ...rest } = input
      const analysis = {
        ...rest,
        ...namedProject(projectId),
        ...given({ prompt, prompts, brandName }),
        ...(webhook && { webhook: { url: webhook.url, ...given({ secret: webhook.secret }) } }),
      }
      return { asyncAnalysis: await startAsyncAnalysis({ ctx, input: analysis }) }
    },
  }),
)

builder.subscriptionField('asyncAnalysisProgress', (t) =>
  t.field({
    type: AsyncAnalysis,
    description: 'The states of an async analysis: the current one, every change, the final one.',
    args: {
      analysisId: t.arg.string({ required: true, description: 'Its analysisId, `aa_…`, or its global id.' }),
    },
    subscribe: (_, { analysisId }, context) =>
      follow((signal) =>
        watchAsyncAnalysis({
          ctx: context.ctx,
          input: { id: databaseIdOf(analysisId, 'AsyncAnalysis') },
          signal,
        }),
      ),
    resolve: (analysis) => analysis,
  }),
)
