import { cancelAsyncAnalysis } from '../../core/async-analyses/cancel.ts'
import { ANALYSIS_LIMITS, startInputSchema } from '../../core/async-analyses/input.ts'
import { findAsyncAnalysis, subscribeToAsyncAnalysis } from '../../core/async-analyses/read.ts'
import { startAsyncAnalysis } from '../../core/async-analyses/start.ts'
import { stopWhenDefinition } from '../../core/batches/definition.ts'
import { personaDefinition } from '../../core/batches/personas.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { findDescription } from '../../definitions/fields/field-metadata.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { batchVersion } from '../foundation/context.ts'
import { fieldsOf } from '../foundation/define.ts'
import { failsWith, IMMUTABLE } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { IDEMPOTENCY_KEY_DESCRIPTION, REPLAYED_DESCRIPTION } from '../foundation/idempotency.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { subscriptionStates } from '../foundation/subscriptions.ts'
import { AsyncAnalysis, AsyncAnalysisEdge, edgeOf } from './async-analysis.ts'

builder.queryField('asyncAnalysis', (t) =>
  t.field({
    ...IMMUTABLE,
    type: AsyncAnalysis,
    nullable: true,
    description: 'An async analysis; NOT_FOUND if it does not exist or is not visible to the caller.',
    args: {
      id: t.arg.id({ required: true, description: 'analysisId (`aa_…`) or global id of the analysis.' }),
    },
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
  description: 'Webhook to call when the analysis has ended (see Standard Webhooks).',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description: 'A public https address. Redirects are not followed.',
    }),
    secret: t.string({
      description:
        'Secret to sign the requests with: `whsec_` and base64 of 24–64 bytes. Defaults to the secret of the organization.',
    }),
  }),
})

const StopWhenInput = builder.inputType('StopWhenInput', {
  description: 'Stop condition of an analysis in rounds.',
  fields: (t) => ({
    halfWidth: t.float({ required: true, description: ofStopWhen('halfWidth').description }),
    atMost: t.int({
      required: true,
      description: `${ofStopWhen('atMost').description} From \`replicates\` to ${ANALYSIS_LIMITS.atMost}.`,
    }),
  }),
})

const ofPersona = fieldsOf(personaDefinition)
const PersonaInput = builder.inputType('PersonaInput', {
  description: 'A persona to ask questions as.',
  fields: (t) => ({
    name: t.string({ required: true, description: ofPersona('name').description }),
    text: t.string({ description: ofPersona('text').description }),
  }),
})

const StartAsyncAnalysisInput = builder.inputType('StartAsyncAnalysisInput', {
  description:
    'An async analysis to start. It asks prompts × providers × locations × personas × replicates questions and costs one credit per question.',
  fields: (t) => ({
    projectId: t.id({
      description:
        'databaseId or global id of the project. Only for signed-in members; a project key always uses its own project.',
    }),
    prompt: t.string({ description: 'A single prompt; use either this or `prompts`.' }),
    prompts: t.stringList({ description: 'Several prompts, at most 100.' }),
    brandName: t.string({
      description: 'The brand to analyze: required without a project, rejected with one.',
    }),
    replicates: t.int({
      required: true,
      description:
        'How often each prompt is asked per provider and location, 1–10; with `stopWhen`, the number per round.',
    }),
    stopWhen: t.field({
      type: StopWhenInput,
      description: findDescription(startInputSchema.shape.stopWhen) ?? '',
    }),
    providers: t.stringList({ required: true, description: 'Ids or aliases of 1–20 providers.' }),
    locations: t.stringList({ required: true, description: '1–20 locations, such as `US` or `fr-CH`.' }),
    personas: t.field({
      type: [PersonaInput],
      description: `${findDescription(startInputSchema.shape.personas) ?? ''} At most 5.`,
    }),
    webhook: t.field({
      type: AnalysisWebhookInput,
      description: 'Webhook to call when the analysis has ended, regardless of its final status.',
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
        description: 'The accepted analysis as an edge, to prepend to lists of analyses.',
        resolve: ({ asyncAnalysis }) => edgeOf(asyncAnalysis),
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED_DESCRIPTION }),
    }),
  })

builder.mutationField('startAsyncAnalysis', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT', 'INVALID_PROVIDER', 'API_CREDITS_EXCEEDED', 'PROVIDER_UNAVAILABLE'),
    type: StartAsyncAnalysisPayload,
    description:
      'Starts an async analysis: reserves its credits and queues its questions in one transaction.',
    args: {
      input: t.arg({ type: StartAsyncAnalysisInput, required: true, description: 'The analysis to start.' }),
    },
    resolve: async (_, { input }, { ctx }) => {
      const { projectId, prompt, prompts, brandName, stopWhen, personas, webhook, idempotencyKey, ...rest } =
        input
      const request = {
        ...rest,
        ...namedProject(projectId),
        ...omitNullish({ prompt, prompts, brandName, stopWhen }),
        ...(personas && { personas: personas.map(({ name, text }) => ({ name, text: text ?? null })) }),
        ...(webhook && { webhook: { url: webhook.url, ...omitNullish({ secret: webhook.secret }) } }),
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
    description:
      'The states of an async analysis: the current state, then every change until the final state.',
    args: {
      analysisId: t.arg.id({
        required: true,
        description: 'analysisId (`aa_…`) or global id of the analysis.',
      }),
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
    analysisId: t.id({ required: true, description: 'analysisId (`aa_…`) or global id of the analysis.' }),
  }),
})

const CancelAsyncAnalysisPayload = builder
  .objectRef<{ asyncAnalysis: BatchRecord }>('CancelAsyncAnalysisPayload')
  .implement({
    description: 'The cancelled async analysis.',
    fields: (t) => ({
      asyncAnalysis: t.expose('asyncAnalysis', {
        type: AsyncAnalysis,
        description: 'The analysis, in its final state.',
      }),
    }),
  })

builder.mutationField('cancelAsyncAnalysis', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: CancelAsyncAnalysisPayload,
    description:
      'Cancels an async analysis. Questions without an answer fail with the code CANCELLED and are refunded; existing results are kept. An analysis that has already ended is returned unchanged.',
    args: {
      input: t.arg({
        type: CancelAsyncAnalysisInput,
        required: true,
        description: 'The analysis to cancel.',
      }),
    },
    resolve: async (_, { input }, { ctx }) => {
      const analysisId = databaseIdOf(input.analysisId, 'AsyncAnalysis')
      return { asyncAnalysis: await cancelAsyncAnalysis({ ctx, input: { analysisId } }) }
    },
  }),
)
