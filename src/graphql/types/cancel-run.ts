import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { cancelRun } from '../../core/runs/cancel.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { AnalysisRun } from './run.ts'

const CancelRunInput = builder.inputType('CancelRunInput', {
  description: 'Which run to end.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const CancelRunPayload = builder.objectRef<{ run: BatchRecord }>('CancelRunPayload').implement({
  description: 'What came of ending a run.',
  fields: (t) => ({
    run: t.expose('run', { type: AnalysisRun, description: 'The run, which has ended.' }),
  }),
})

builder.mutationField('cancelRun', (t) =>
  t.field({
    type: CancelRunPayload,
    description:
      'Ends a run: what has no answer yet fails with the code CANCELLED, what was answered stays. One that has ended is given back as it is.',
    args: { input: t.arg({ type: CancelRunInput, required: true, description: 'Which one.' }) },
    resolve: async (_, { input: { id } }, { ctx }) => ({
      run: await cancelRun({ ctx, input: { runId: databaseIdOf(id, 'AnalysisRun') } }),
    }),
  }),
)
