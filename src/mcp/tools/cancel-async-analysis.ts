import { z } from 'zod'
import { cancelAsyncAnalysis as cancel } from '../../core/async-analyses/cancel.ts'
import { analysisDefinition } from '../../core/batches/definition.ts'
import { defineTool } from '../foundation/tool.ts'
import { viewBy } from '../views/view.ts'

const cancelledView = viewBy(
  analysisDefinition.pick({
    analysisId: true,
    status: true,
    cancelled: true,
    progress: true,
    finishedAt: true,
    credits: true,
  }),
)

export const cancelAsyncAnalysis = defineTool({
  name: 'cancel_async_analysis',
  title: 'Cancel an async analysis',
  description:
    'Cancels an async analysis that is queued or running. Questions without an answer fail as cancelled and their credits are refunded; answers received so far are kept and charged. An ended analysis is returned unchanged. Get the answers with get_async_analysis.',
  permission: 'analysis:start',
  effect: 'cancel',
  input: z.strictObject({
    analysisId: z
      .string('must be a text')
      .describe('Id from start_async_analysis or list_async_analyses; starts with aa_.'),
  }),
  output: cancelledView.definition,
  async run(input, { ctx }) {
    const analysis = await cancel({ ctx, input })
    return cancelledView.show({ ...analysis, analysisId: analysis.analysisId ?? '' })
  },
})
