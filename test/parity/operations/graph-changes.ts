import { z } from 'zod'
import { isKey, type Operation } from '../operation.ts'
import { GRAPH_ONLY, mutation } from './entry-parts.ts'

const STATE = z.object({ status: z.string() })

const change = (
  name: string,
  verb: string,
  field: string,
  path: readonly string[],
  input: Operation['input'],
  more: Partial<Operation> = {},
): Operation => ({
  ...GRAPH_ONLY,
  name,
  as: 'project key',
  ...(isKey(more.as ?? 'project key') && { scope: 'write' }),
  ...(input && { input }),
  result: STATE,
  graphql: mutation(field, verb, path),
  wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
  otherTenant: input ?? "it changes the key's project",
  badInput: 'its input is an id',
  ...more,
})

const NO_INPUT = 'it takes no input'

/** Mutations that only GraphQL has. */
export const GRAPH_CHANGES: readonly Operation[] = [
  change(
    'cancel a re-extraction',
    'cancelReextraction',
    'cancelReextraction',
    ['reextraction'],
    ({ reextractionId = '' }) => ({ reextractionId }),
  ),
  change(
    'cancel the re-extraction of a project',
    'cancelProjectReextraction',
    'cancelProjectReextraction',
    ['projectReextraction'],
    ({ projectReextractionId = '' }) => ({ projectReextractionId }),
  ),
  change('re-extract a run', 'reextractRun', 'reextractRun', ['reextraction'], ({ runId = '' }) => ({
    runId,
  })),
  change(
    're-extract the project',
    'reextractProject',
    'reextractProject',
    ['projectReextraction'],
    undefined,
    { badInput: NO_INPUT },
  ),
  change('run the setup again', 'retrySetup', 'retrySetup', ['project', 'setup'], undefined, {
    badInput: NO_INPUT,
  }),
  change(
    'accept a proposal',
    'decideProposal',
    'decideProposal',
    ['proposal'],
    ({ proposalId = '' }) => ({ proposalId, accept: true }),
    {
      result: z.object({ accepted: z.boolean() }),
    },
  ),
  change('delete a prompt', 'deletePrompt', 'deletePrompt', [], ({ promptId }) => ({ promptId }), {
    result: z.object({ deletedPromptId: z.uuid() }),
  }),
  change(
    'send a webhook again',
    'redeliverWebhook',
    'redeliverWebhook',
    ['webhookDelivery'],
    ({ deliveryId = '' }) => ({ webhookDeliveryId: deliveryId }),
    {
      as: 'organization key',
      wrongScope: { as: 'project key', code: 'NOT_FOUND' },
    },
  ),
  change('end a session', 'endSession', 'endSession', [], ({ sessionId = '' }) => ({ sessionId }), {
    as: 'admin',
    result: z.object({ endedSessionId: z.uuid() }),
    wrongScope: { as: 'admin key', code: 'FORBIDDEN' },
  }),
  change('end the other sessions', 'endOtherSessions', 'endOtherSessions', [], undefined, {
    as: 'member',
    result: z.object({ endedSessionIds: z.array(z.uuid()) }),
    wrongScope: { as: 'admin key', code: 'FORBIDDEN' },
    badInput: NO_INPUT,
  }),
]
