import { cancelReextraction } from '../../core/reextractions/cancel.ts'
import type { ExtractionChanges } from '../../core/reextractions/changes.ts'
import { countReextractions, listReextractions, readReextractions } from '../../core/reextractions/read.ts'
import { REEXTRACTION_STATUSES, type ReextractionRecord } from '../../core/reextractions/row.ts'
import { reextractRun } from '../../core/reextractions/start.ts'
import { subscribeToReextraction } from '../../core/reextractions/subscribe.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { enumType } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { cursorOf, type PageArguments, readConnectionById } from '../foundation/page.ts'
import { subscriptionStates } from '../foundation/subscriptions.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { SummaryType } from './summary.ts'

export const ReextractionStatus = enumType('ReextractionStatus', {
  description: 'State of a re-extraction.',
  values: REEXTRACTION_STATUSES,
})

export const ReextractionProgress = builder
  .objectRef<ReextractionRecord['progress']>('ReextractionProgress')
  .implement({
    description: 'Number of answers that a re-extraction has analyzed.',
    fields: (t) => ({
      total: t.exposeInt('total', {
        description: 'Responses to analyze: answers, and responses that could not be parsed before.',
      }),
      completed: t.exposeInt('completed', { description: 'Responses that were analyzed again.' }),
    }),
  })

const ReextractionChanges = builder.objectRef<ExtractionChanges>('ReextractionChanges').implement({
  description: 'Differences between the old and the new analysis of the same responses.',
  fields: (t) => ({
    answers: t.exposeInt('answers', {
      description:
        'Responses that were analyzed again: answers, and responses that could not be parsed before.',
    }),
    changed: t.exposeInt('changed', { description: 'Responses that changed in at least one way.' }),
    recovered: t.exposeInt('recovered', {
      description: 'Responses that could be parsed this time. Their results had failed before.',
    }),
    statuses: t.exposeInt('status', {
      description: 'Answers with another status, such as refusals that had been classified as answers.',
    }),
    texts: t.exposeInt('answer', { description: 'Answers with another text.' }),
    mentionsGained: t.exposeInt('mention_gained', {
      description: 'Answers that name the brand now but did not before.',
    }),
    mentionsLost: t.exposeInt('mention_lost', {
      description: 'Answers that named the brand before but do not now.',
    }),
    positions: t.exposeInt('position', {
      description: 'Answers with another position of the brand.',
    }),
    sentiments: t.exposeInt('sentiment', {
      description: 'Answers with another sentiment label of the brand.',
    }),
    recommendationsGained: t.exposeInt('recommendation_gained', {
      description: 'Answers that recommend the brand now but did not before.',
    }),
    recommendationsLost: t.exposeInt('recommendation_lost', {
      description: 'Answers that recommended the brand before but do not now.',
    }),
    competitors: t.exposeInt('competitors', {
      description: 'Answers that name other competitors.',
    }),
    citations: t.exposeInt('citations', {
      description: 'Answers with other sources or source owners.',
    }),
    placements: t.exposeInt('placements', {
      description: 'Answers with other cards next to the text, or other brands on them.',
    }),
  }),
})

export const Reextraction = builder.objectRef<ReextractionRecord>('Reextraction')

builder.node(Reextraction, {
  description:
    'A re-extraction analyzes the stored provider responses of a run again, with the current parsers and rules and for the current brand and competitors of the project. It does not query any provider. The run changes in a single step at the end.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Id in the database.' }),
    status: t.expose('status', { type: ReextractionStatus, description: 'State of the re-extraction.' }),
    progress: t.expose('progress', {
      type: ReextractionProgress,
      description: 'Number of answers analyzed so far.',
    }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null if it was deleted.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
    extractionVersion: t.exposeInt('extractionVersion', {
      nullable: true,
      description: 'Extraction version of the new observations; null until the re-extraction is completed.',
    }),
    previousExtractionVersion: t.exposeInt('previousExtractionVersion', {
      nullable: true,
      description:
        'Extraction version of the previous observations; null until the re-extraction is completed.',
    }),
    changes: t.expose('changes', {
      type: ReextractionChanges,
      nullable: true,
      description: 'Differences from the previous observations; null until the re-extraction is completed.',
    }),
    before: t.field({
      type: SummaryType,
      nullable: true,
      description: 'Summary of the run before the re-extraction; null until the re-extraction is completed.',
      resolve: ({ id, before }) => before && { ...before, about: `before:${id}` },
    }),
    after: t.field({
      type: SummaryType,
      nullable: true,
      description: 'Summary of the run after the re-extraction; null until the re-extraction is completed.',
      resolve: ({ id, after }) => after && { ...after, about: `after:${id}` },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the request.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which work started.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the re-extraction ended.',
    }),
  }),
})

registerNode(Reextraction, ({ ctx }, ids) => readReextractions({ ctx, input: { ids } }))

export const ReextractionEdge = builder.edgeObject({
  type: Reextraction,
  name: 'ReextractionEdge',
  description: 'A re-extraction and its position in the list.',
})

export const ReextractionConnection = builder.connectionObject(
  { type: Reextraction, name: 'ReextractionConnection', description: 'A page of re-extractions.' },
  ReextractionEdge,
)

/**
 * All lists of re-extractions share one id because they have the same order. The cursor of a new re-extraction is
 * therefore valid in all of them.
 */
const LIST_ID = 'reextractions'

/** Returns the edge of a re-extraction, which is valid in all lists. */
export function reextractionEdge(node: ReextractionRecord) {
  return { cursor: cursorOf(LIST_ID, node.id), node }
}

/** Returns a page of the re-extractions of an object, newest first. */
export function pageReextractions(
  { load }: GraphqlContext,
  args: PageArguments,
  { id, of }: { id: string; of: 'run' | 'project' | 'project_reextraction' },
) {
  return readConnectionById(args, LIST_ID, {
    items: (page) => load(listReextractions, id, { of, page }),
    countAll: () => load(countReextractions, id, { of }),
  })
}

builder.objectFields(AnalysisRun, (t) => ({
  reextractedAt: t.expose('reextractedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Time at which the latest re-extraction was published; null if there was none.',
  }),
  reextractions: t.connection(
    {
      type: Reextraction,
      nullable: true,
      description: 'Re-extractions of the run, newest first.',
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
      description: 'Re-extractions of the runs of the project, newest first.',
      resolve: ({ id }, args, context) => pageReextractions(context, args, { id, of: 'project' }),
    },
    ReextractionConnection,
  ),
)

const ReextractRunInput = builder.inputType('ReextractRunInput', {
  description: 'The run to re-extract.',
  fields: (t) => ({
    runId: t.id({ required: true, description: 'databaseId or global id of the run.' }),
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
      description:
        'The run, which does not change until the re-extraction completes; null if it was deleted.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
  }),
})

builder.mutationField('reextractRun', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: ReextractRunPayload,
    description:
      'Re-extracts an ended run: analyzes its answers again for the current brand and competitors of the project. Does not query any provider and is free of charge. If a re-extraction for the same brand and competitors is already running, it is returned; a running one for others is cancelled.',
    args: { input: t.arg({ type: ReextractRunInput, required: true, description: 'The run.' }) },
    resolve: (_, { input: { runId } }, { ctx }) =>
      reextractRun({ ctx, input: { runId: databaseIdOf(runId, 'AnalysisRun') } }),
  }),
)

const CancelReextractionInput = builder.inputType('CancelReextractionInput', {
  description: 'The re-extraction to cancel.',
  fields: (t) => ({
    reextractionId: t.id({ required: true, description: 'databaseId or global id of the re-extraction.' }),
  }),
})

const CancelReextractionPayload = builder
  .objectRef<{ reextraction: ReextractionRecord }>('CancelReextractionPayload')
  .implement({
    description: 'The cancelled re-extraction.',
    fields: (t) => ({
      reextraction: t.expose('reextraction', {
        type: Reextraction,
        description: 'The re-extraction, in its final state.',
      }),
    }),
  })

builder.mutationField('cancelReextraction', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: CancelReextractionPayload,
    description:
      'Cancels a re-extraction. Its run does not change. A re-extraction that has already ended is returned unchanged.',
    args: {
      input: t.arg({
        type: CancelReextractionInput,
        required: true,
        description: 'The re-extraction to cancel.',
      }),
    },
    resolve: async (_, { input }, { ctx }) => {
      const reextractionId = databaseIdOf(input.reextractionId, 'Reextraction')
      return { reextraction: await cancelReextraction({ ctx, input: { reextractionId } }) }
    },
  }),
)

builder.subscriptionField('reextractionProgress', (t) =>
  t.field({
    type: Reextraction,
    description: 'The states of a re-extraction: the current state, then every change until the final state.',
    args: {
      reextractionId: t.arg.id({
        required: true,
        description: 'databaseId or global id of the re-extraction.',
      }),
    },
    subscribe: (_, { reextractionId }, { ctx }) =>
      subscriptionStates((signal) =>
        subscribeToReextraction({ ctx, input: { id: databaseIdOf(reextractionId, 'Reextraction') }, signal }),
      ),
    resolve: (reextraction) => reextraction,
  }),
)
