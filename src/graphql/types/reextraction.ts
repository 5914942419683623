import { cancelReextraction } from '../../core/reextractions/cancel.ts'
import type { ExtractionChanges } from '../../core/reextractions/changes.ts'
import { countReextractions, listReextractions, readReextractions } from '../../core/reextractions/read.ts'
import { REEXTRACTION_STATUSES, type ReextractionRecord } from '../../core/reextractions/row.ts'
import { reextractRun } from '../../core/reextractions/start.ts'
import { subscribeToReextraction } from '../../core/reextractions/subscribe.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { enumType } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, type PageArguments, parsePage } from '../page.ts'
import { subscriptionStates } from '../subscriptions.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { SummaryType } from './summary.ts'

/** How far a re-extraction is. */
export const ReextractionStatus = enumType('ReextractionStatus', {
  description: 'State of a re-extraction.',
  values: REEXTRACTION_STATUSES,
})

/** How many answers are read. */
export const ReextractionProgress = builder
  .objectRef<ReextractionRecord['progress']>('ReextractionProgress')
  .implement({
    description: 'How many answers a re-extraction has read.',
    fields: (t) => ({
      total: t.exposeInt('total', {
        description: 'Responses to read: answers, and what had not been understood.',
      }),
      completed: t.exposeInt('completed', { description: 'Those that have been read again.' }),
    }),
  })

const ReextractionChanges = builder.objectRef<ExtractionChanges>('ReextractionChanges').implement({
  description: 'Differences between the old and the new readings of the same responses.',
  fields: (t) => ({
    answers: t.exposeInt('answers', {
      description: 'Responses that were read again: answers, and what had not been understood.',
    }),
    changed: t.exposeInt('changed', { description: 'Those with at least one of the differences below.' }),
    recovered: t.exposeInt('recovered', {
      description: 'Responses that had not been understood and are now: their results had failed.',
    }),
    statuses: t.exposeInt('status', {
      description: 'Answers whose status differs, such as refusals that were taken for answers.',
    }),
    texts: t.exposeInt('answer', { description: 'Answers whose text differs.' }),
    mentionsGained: t.exposeInt('mention_gained', {
      description: 'Answers that name the brand now and did not before.',
    }),
    mentionsLost: t.exposeInt('mention_lost', {
      description: 'Answers that named the brand before and do not now.',
    }),
    positions: t.exposeInt('position', {
      description: 'Answers in which the position of the brand differs.',
    }),
    sentiments: t.exposeInt('sentiment', {
      description: 'Answers in which the sentiment label of the brand differs.',
    }),
    recommendationsGained: t.exposeInt('recommendation_gained', {
      description: 'Answers that recommend the brand now and did not before.',
    }),
    recommendationsLost: t.exposeInt('recommendation_lost', {
      description: 'Answers that recommended the brand before and do not now.',
    }),
    competitors: t.exposeInt('competitors', {
      description: 'Answers in which the named competitors differ.',
    }),
    citations: t.exposeInt('citations', {
      description: 'Answers in which the sources or their owners differ.',
    }),
  }),
})

/** A run's answers being read again. */
export const Reextraction = builder.objectRef<ReextractionRecord>('Reextraction')

builder.node(Reextraction, {
  description:
    'A re-extraction: what the providers sent in a run is read again, by the parsers and rules of today and for the brand and competitors that the project has now. No provider is asked. The run changes in one step, at the end.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    status: t.expose('status', { type: ReextractionStatus, description: 'Its state.' }),
    progress: t.expose('progress', {
      type: ReextractionProgress,
      description: 'How many answers it has read.',
    }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null once it is deleted.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
    extractionVersion: t.exposeInt('extractionVersion', {
      nullable: true,
      description: 'The extraction version it used; null until it is completed.',
    }),
    previousExtractionVersion: t.exposeInt('previousExtractionVersion', {
      nullable: true,
      description: 'The extraction version of the previous observations; null until it is completed.',
    }),
    changes: t.expose('changes', {
      type: ReextractionChanges,
      nullable: true,
      description: 'Differences from the previous observations; null until it is completed.',
    }),
    before: t.expose('before', {
      type: SummaryType,
      nullable: true,
      description: 'The summary of the run before it; null until it is completed.',
    }),
    after: t.expose('after', {
      type: SummaryType,
      nullable: true,
      description: 'The summary of the run after it; null until it is completed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was requested.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When work started.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
  }),
})

registerNode(Reextraction, ({ ctx }, ids) => readReextractions({ ctx, input: { ids } }))

/** A re-extraction at its place in any list of them. */
export const ReextractionEdge = builder.edgeObject({
  type: Reextraction,
  name: 'ReextractionEdge',
  description: 'A re-extraction at its place in the list.',
})

/** A list of re-extractions that can grow. */
export const ReextractionConnection = builder.connectionObject(
  { type: Reextraction, name: 'ReextractionConnection', description: 'A page of re-extractions.' },
  ReextractionEdge,
)

/**
 * All lists of re-extractions share one id, because they have the same order: so the cursor of a new one is valid in each of
 * them.
 */
const LIST_ID = 'reextractions'

/** The edge of a re-extraction in any list of them. */
export function reextractionEdge(node: ReextractionRecord) {
  return { cursor: cursorOf(LIST_ID, node.id), node }
}

/** A page of the re-extractions below an object, the latest first. */
export async function pageReextractions(
  { load }: GraphqlContext,
  args: PageArguments,
  { id, of }: { id: string; of: 'run' | 'project' | 'project_reextraction' },
) {
  const page = parsePage(args, { listId: LIST_ID })
  return connectionOf({
    items: await load(listReextractions, id, { of, page }),
    page,
    listId: LIST_ID,
    keyOf: (reextraction) => reextraction.id,
    countAll: () => load(countReextractions, id, { of }),
  })
}

builder.objectFields(AnalysisRun, (t) => ({
  reextractedAt: t.expose('reextractedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its latest re-extraction was published; null if there was none.',
  }),
  reextractions: t.connection(
    {
      type: Reextraction,
      nullable: true,
      description: 'Its re-extractions, the latest first.',
      resolve: ({ id }, args, context) => pageReextractions(context, args, { id, of: 'run' }),
    },
    ReextractionConnection,
  ),
}))

builder.objectField(Project, 'reextractions', (t) =>
  t.connection(
    {
      type: Reextraction,
      nullable: true,
      description: 'The re-extractions of its runs, the latest first.',
      resolve: ({ id }, args, context) => pageReextractions(context, args, { id, of: 'project' }),
    },
    ReextractionConnection,
  ),
)

const ReextractRunInput = builder.inputType('ReextractRunInput', {
  description: 'The run to re-extract.',
  fields: (t) => ({
    runId: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const ReextractRunPayload = builder.objectRef<ReextractionRecord>('ReextractRunPayload').implement({
  description: 'The requested re-extraction.',
  fields: (t) => ({
    reextraction: t.field({
      type: Reextraction,
      description: 'The re-extraction, queued or running.',
      resolve: (reextraction) => reextraction,
    }),
    reextractionEdge: t.field({
      type: ReextractionEdge,
      description: 'The re-extraction as an edge of the re-extractions of the run and of the project.',
      resolve: reextractionEdge,
    }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run, which is unchanged until the re-extraction completes; null if it was deleted.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
  }),
})

builder.mutationField('reextractRun', (t) =>
  t.field({
    type: ReextractRunPayload,
    description:
      'Re-extracts an ended run: reads its answers again, for the brand and competitors that the project has now. Asks no provider and costs nothing. A running re-extraction for the same brand and competitors is returned; one for others is cancelled.',
    args: { input: t.arg({ type: ReextractRunInput, required: true, description: 'The run.' }) },
    resolve: (_, { input: { runId } }, { ctx }) =>
      reextractRun({ ctx, input: { runId: databaseIdOf(runId, 'AnalysisRun') } }),
  }),
)

const CancelReextractionInput = builder.inputType('CancelReextractionInput', {
  description: 'The re-extraction to cancel.',
  fields: (t) => ({
    reextractionId: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const CancelReextractionPayload = builder
  .objectRef<{ reextraction: ReextractionRecord }>('CancelReextractionPayload')
  .implement({
    description: 'The cancelled re-extraction.',
    fields: (t) => ({
      reextraction: t.expose('reextraction', {
        type: Reextraction,
        description: 'The re-extraction, which has ended.',
      }),
    }),
  })

builder.mutationField('cancelReextraction', (t) =>
  t.field({
    type: CancelReextractionPayload,
    description:
      'Cancels a re-extraction; its run stays as it was. One that has ended is returned unchanged.',
    args: { input: t.arg({ type: CancelReextractionInput, required: true, description: 'Which one.' }) },
    resolve: async (_, { input }, { ctx }) => {
      const reextractionId = databaseIdOf(input.reextractionId, 'Reextraction')
      return { reextraction: await cancelReextraction({ ctx, input: { reextractionId } }) }
    },
  }),
)

builder.subscriptionField('reextractionProgress', (t) =>
  t.field({
    type: Reextraction,
    description: 'The states of a re-extraction: the current one, then every change, up to the final one.',
    args: { reextractionId: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    subscribe: (_, { reextractionId }, { ctx }) =>
      subscriptionStates((signal) =>
        subscribeToReextraction({ ctx, input: { id: databaseIdOf(reextractionId, 'Reextraction') }, signal }),
      ),
    resolve: (reextraction) => reextraction,
  }),
)
