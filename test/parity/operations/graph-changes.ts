import { z } from 'zod'
import { competitorDefinition } from '../../../src/core/competitors/definition.ts'
import { isKey, type Operation } from '../operation.ts'
import { GRAPH_ONLY, mutation, wrong } from './entry-parts.ts'

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
  change(
    'correct the labels of a brand in an answer',
    'correctLabels',
    'correctLabels',
    ['result'],
    ({ resultId = '' }) => ({ resultId, entityId: 'brand', sentiment: 'positive', strength: 'strong' }),
    {
      badInput: [wrong('praise with advice against', { strength: 'discouraged' }, ['strength'])],
    },
  ),
  change('remove a correction', 'removeCorrection', 'removeCorrection', ['result'], ({ resultId = '' }) => ({
    resultId,
    entityId: 'brand',
  })),
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
  change(
    'add a competitor',
    'addCompetitor',
    'addCompetitor',
    ['competitor'],
    () => ({ name: 'Kanbrio', aliases: ['KB'] }),
    {
      result: competitorDefinition.pick({ name: true, aliases: true }),
      otherTenant: "the competitor is added to the key's project",
      badInput: [
        wrong('the brand itself', { name: 'TASKFERN' }, ['name']),
        wrong('a number for a URL', { url: 5 }, ['url']),
      ],
      overLimit: [
        { name: 'the name of another competitor', input: () => ({ name: 'boardly' }), code: 'CONFLICT' },
      ],
    },
  ),
  change(
    'change a competitor',
    'updateCompetitor',
    'updateCompetitor',
    ['competitor'],
    ({ competitorId }) => ({ competitorId, name: 'Boardly 2', url: 'https://boardly2.example/' }),
    {
      result: competitorDefinition.pick({ name: true, url: true }),
      badInput: [wrong('an empty name', { name: ' ' }, ['name'])],
    },
  ),
  change(
    'remove a competitor',
    'removeCompetitor',
    'removeCompetitor',
    [],
    ({ competitorId }) => ({ competitorId }),
    { result: z.object({ removedCompetitorId: z.uuid() }) },
  ),
  change(
    'rename a tag',
    'renameTag',
    'renameTag',
    ['tag'],
    ({ tagId = '' }) => ({ tagId, name: 'Renamed' }),
    {
      result: z.object({ name: z.string() }),
      badInput: [wrong('an empty name', { name: '' }, ['name'])],
    },
  ),
  change('delete a tag', 'deleteTag', 'deleteTag', [], ({ tagId = '' }) => ({ tagId }), {
    result: z.object({ deletedTagId: z.uuid() }),
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
