import { z } from 'zod'
import { cancelAsyncAnalysis as cancel } from '../../core/async-analyses/cancel.ts'
import { analysisDefinition } from '../../core/batches/definition.ts'
import { defineTool } from '../tool.ts'

/** Cancels an async analysis. */
export const cancelAsyncAnalysis = defineTool({
  name: 'cancel_async_analysis',
  title: 'Cancel an async analysis',
  description:
    'Ends an async analysis that is queued or running: questions without an answer fail as cancelled and their credits are refunded; the answers there are stay and are charged. One that has ended is returned unchanged. get_async_analysis has its answers.',
  permission: 'analysis:start',
  effect: 'cancel',
  input: z.strictObject({
    analysisId: z
      .string('must be a text')
      .describe('Its id, from start_async_analysis or list_async_analyses: begins with aa_.'),
  }),
  output: analysisDefinition.omit({ summary: true, stopWhen: true, rounds: true }),
  async run(input, { ctx }) {
    const analysis = await cancel({ ctx, input })
    return { ...analysis, analysisId: analysis.analysisId ?? '' }
  },
})
