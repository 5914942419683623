import { cancelReextraction } from '../../core/reextractions/cancel.ts'
import type { ReextractionRecord } from '../../core/reextractions/record.ts'
import { reextractRun } from '../../core/reextractions/reextract-run.ts'
import { watchReextraction } from '../../core/reextractions/watch.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { follow } from '../subscriptions.ts'
import { Reextraction } from './reextraction.ts'
import { AnalysisRun } from './run.ts'

const ReextractRunInput = builder.inputType('ReextractRunInput', {
  description: 'Which run to read again.',
  fields: (t) => ({
    runId: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const ReextractRunPayload = builder.objectRef<ReextractionRecord>('ReextractRunPayload').implement({
  description: 'What came of asking for a run to be read again.',
  fields: (t) => ({
    reextraction: t.field({
      type: Reextraction,
      description: 'The re-extraction, waiting or under way.',
      resolve: (reextraction) => reextraction,
    }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run, as it is until then; null when it was deleted meanwhile.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
  }),
})

builder.mutationField('reextractRun', (t) =>
  t.field({
    type: ReextractRunPayload,
    description:
      'Reads the answers of an ended run again, for the brand and the competitors the project has now. Asks no provider and costs nothing. One under way that looks for the same is given back; one that looks for something else is cancelled.',
    args: { input: t.arg({ type: ReextractRunInput, required: true, description: 'Which run.' }) },
    resolve: (_, { input: { runId } }, { ctx }) =>
      reextractRun({ ctx, input: { runId: databaseIdOf(runId, 'AnalysisRun') } }),
  }),
)

const CancelReextractionInput = builder.inputType('CancelReextractionInput', {
  description: 'Which re-extraction to end.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const CancelReextractionPayload = builder
  .objectRef<{ reextraction: ReextractionRecord }>('CancelReextractionPayload')
  .implement({
    description: 'What came of ending a re-extraction.',
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
      'Ends a re-extraction that is under way; its run stays as it was. One that has ended is given back as it is.',
    args: { input: t.arg({ type: CancelReextractionInput, required: true, description: 'Which one.' }) },
    resolve: async (_, { input: { id } }, { ctx }) => {
      const reextractionId = databaseIdOf(id, 'Reextraction')
      return { reextraction: await cancelReextraction({ ctx, input: { reextractionId } }) }
    },
  }),
)

builder.subscriptionField('reextractionProgress', (t) =>
  t.field({
    type: Reextraction,
    description: 'The states of a re-extraction: the current one, every change, the final one.',
    args: { id: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    subscribe: (_, { id }, { ctx }) =>
      follow((signal) => watchReextraction({ ctx, input: { id: databaseIdOf(id, 'Reextraction') }, signal })),
    resolve: (reextraction) => reextraction,
  }),
)
