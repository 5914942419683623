import { cancelAsyncAnalysis } from '../../core/async-analyses/cancel.ts'
import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { AsyncAnalysis } from './async-analysis.ts'

const CancelAsyncAnalysisInput = builder.inputType('CancelAsyncAnalysisInput', {
  description: 'Which async analysis to end.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Its analysisId, `aa_…`, or its global id.' }),
  }),
})

const CancelAsyncAnalysisPayload = builder
  .objectRef<{ asyncAnalysis: BatchRecord }>('CancelAsyncAnalysisPayload')
  .implement({
    description: 'What came of ending an async analysis.',
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
      'Ends an async analysis: what has no answer yet fails with the code CANCELLED and is refunded, what was answered stays. One that has ended is given back as it is.',
    args: { input: t.arg({ type: CancelAsyncAnalysisInput, required: true, description: 'Which one.' }) },
    resolve: async (_, { input: { id } }, { ctx }) => {
      const analysisId = databaseIdOf(id, 'AsyncAnalysis')
      return { asyncAnalysis: await cancelAsyncAnalysis({ ctx, input: { analysisId } }) }
    },
  }),
)
