import { cancelAsyncAnalysis } from '../../core/async-analyses/cancel.ts'
import { ANALYSIS_LIMITS, startInputSchema } from '../../core/async-analyses/input.ts'
import { findAsyncAnalysis, subscribeToAsyncAnalysis } from '../../core/async-analyses/read.ts'
import { startAsyncAnalysis } from '../../core/async-analyses/start.ts'
import { stopWhenDefinition } from '../../core/batches/definition.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { descriptionOf } from '../../definitions/facts.ts'
import { builder } from '../builder.ts'
import { batchVersion } from '../context.ts'
import { fieldsOf } from '../define.ts'
import { IMMUTABLE } from '../field-extensions.ts'
import { databaseIdOf } from '../global-id.ts'
import { IDEMPOTENCY_KEY_DESCRIPTION, REPLAYED_DESCRIPTION } from '../idempotency.ts'
import { given, namedProject } from '../input.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { subscriptionStates } from '../subscriptions.ts'
import { AsyncAnalysis, AsyncAnalysisEdge, edgeOf } from './async-analysis.ts'

builder.queryField('asyncAnalysis', (t) =>
  t.field({
    ...IMMUTABLE,
    type: AsyncAnalysis,
    nullable: true,
    description: 'An async analysis; NOT_FOUND if the caller may see none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Its analysisId, `aa_…`, or its global id.' }) },
    resolve: async (_, { id }, { ctx, recordBatch }, info) => {
      const input = { id: databaseIdOf(id, 'AsyncAnalysis'), summary: loadedParts(info).summary }
      const analysis = await findAsyncAnalysis({ ctx, input })
      recordBatch(batchVersion(analysis))
      return analysis
    },
  }),
)

const ofStopWhen = fieldsOf(stopWhenDefinition)
const AnalysisWebhookInput = builder.inputType('AnalysisWebhookInput', {
  description: 'The webhook that is called when an analysis has ended (see Standard Webhooks).',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description: 'A public https address. Redirects are not followed.',
    }),
    secret: t.string({
      description:
        'Signs the calls: `whsec_` and base64 of 24–64 bytes. By default the secret of the organization.',
    }),
  }),
})

const StopWhenInput = builder.inputType('StopWhenInput', {
  description: 'When an analysis that is asked in rounds stops.',
  fields: (t) => ({
    halfWidth: t.float({ required: true, description: ofStopWhen('halfWidth').description }),
    atMost: t.int({
      required: true,
      description: `${ofStopWhen('atMost').description} From \`replicates\` to ${ANALYSIS_LIMITS.atMost}.`,
    }),
  }),
})

const StartAsyncAnalysisInput = builder.inputType('StartAsyncAnalysisInput', {
  description:
    'An async analysis to start. It asks prompts × providers × locations × replicates questions, for one credit each.',
  fields: (t) => ({
    projectId: t.id({
      description:
        'The project, by databaseId or global id; only for signed-in members: a project key belongs to one.',
    }),
    prompt: t.string({ description: 'One prompt; use this or `prompts`.' }),
    prompts: t.stringList({ description: 'Several prompts as one request, at most 100.' }),
    brandName: t.string({
      description: 'The analysis brand: required without a project, not accepted with one.',
    }),
    replicates: t.int({
      required: true,
      description:
        'How often each prompt is asked per provider and location, 1–10; with `stopWhen`, how often in each round.',
    }),
    stopWhen: t.field({
      type: StopWhenInput,
      description: descriptionOf(startInputSchema.shape.stopWhen) ?? '',
    }),
    providers: t.stringList({ required: true, description: 'Tokens or aliases of 1–7 providers.' }),
    locations: t.stringList({ required: true, description: '1–20 ISO 3166-1 alpha-2 codes.' }),
    webhook: t.field({
      type: AnalysisWebhookInput,
      description: 'The webhook to call when the analysis has ended, whatever its final status.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
})

const StartAsyncAnalysisPayload = builder
  .objectRef<{ asyncAnalysis: BatchRecord; replayed: boolean }>('StartAsyncAnalysisPayload')
  .implement({
    description: 'The started async analysis.',
    fields: (t) => ({
      asyncAnalysis: t.expose('asyncAnalysis', {
        type: AsyncAnalysis,
        description: 'The accepted analysis.',
      }),
      asyncAnalysisEdge: t.field({
        type: AsyncAnalysisEdge,
        description: 'The accepted analysis as the first edge of the lists of analyses.',
        resolve: ({ asyncAnalysis }) => edgeOf(asyncAnalysis),
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED_DESCRIPTION }),
    }),
  })

builder.mutationField('startAsyncAnalysis', (t) =>
  t.field({
    type: StartAsyncAnalysisPayload,
    description:
      'Starts an async analysis: reserves its credits and queues its questions, all of them or none.',
    args: {
      input: t.arg({ type: StartAsyncAnalysisInput, required: true, description: 'The analysis to start.' }),
    },
    resolve: async (_, { input }, { ctx }) => {
      const { projectId, prompt, prompts, brandName, stopWhen, webhook, idempotencyKey, ...rest } = input
      const request = {
        ...rest,
        ...namedProject(projectId),
        ...given({ prompt, prompts, brandName, stopWhen }),
        ...(webhook && { webhook: { url: webhook.url, ...given({ secret: webhook.secret }) } }),
      }
      const { analysis, replayed } = await startAsyncAnalysis({
        ctx,
        input: request,
        idempotencyKey: idempotencyKey ?? undefined,
      })
      return { asyncAnalysis: analysis, replayed }
    },
  }),
)

builder.subscriptionField('asyncAnalysisProgress', (t) =>
  t.field({
    type: AsyncAnalysis,
    description: 'The states of an async analysis: the current one, then every change, up to the final one.',
    args: {
      analysisId: t.arg.id({ required: true, description: 'Its analysisId, `aa_…`, or its global id.' }),
    },
    subscribe: (_, { analysisId }, context) =>
      subscriptionStates((signal) =>
        subscribeToAsyncAnalysis({
          ctx: context.ctx,
          input: { id: databaseIdOf(analysisId, 'AsyncAnalysis') },
          signal,
        }),
      ),
    resolve: (analysis) => analysis,
  }),
)

const CancelAsyncAnalysisInput = builder.inputType('CancelAsyncAnalysisInput', {
  description: 'The async analysis to cancel.',
  fields: (t) => ({
    analysisId: t.id({ required: true, description: 'Its analysisId, `aa_…`, or its global id.' }),
  }),
})

const CancelAsyncAnalysisPayload = builder
  .objectRef<{ asyncAnalysis: BatchRecord }>('CancelAsyncAnalysisPayload')
  .implement({
    description: 'The cancelled async analysis.',
    fields: (t) => ({
      asyncAnalysis: t.expose('asyncAnalysis', {
        type: AsyncAnalysis,
        description: 'The analysis, which has ended.',
      }),
    }),
  })

builder.mutationField('cancelAsyncAnalysis', (t) =>
  t.field({
    type: CancelAsyncAnalysisPayload,
    description:
      'Cancels an async analysis: questions without an answer fail with the code CANCELLED and are refunded, recorded results are kept. An analysis that has ended is returned unchanged.',
    args: { input: t.arg({ type: CancelAsyncAnalysisInput, required: true, description: 'Which one.' }) },
    resolve: async (_, { input }, { ctx }) => {
      const analysisId = databaseIdOf(input.analysisId, 'AsyncAnalysis')
      return { asyncAnalysis: await cancelAsyncAnalysis({ ctx, input: { analysisId } }) }
    },
  }),
)
