import { z } from 'zod'
import { cancelRun as cancel } from '../../core/runs/cancel.ts'
import { defineTool } from '../foundation/tool.ts'
import { runIdSchema, runView, showRun } from '../views/run.ts'

export const cancelRun = defineTool({
  name: 'cancel_run',
  title: 'Cancel a run',
  description:
    'Cancels a run that is queued or running. Questions without an answer fail as cancelled; answers received so far are kept. The run still counts toward the limit of one manual run in seven days. An ended run is returned unchanged.',
  permission: 'runs:start',
  effect: 'cancel',
  input: z.strictObject({ runId: runIdSchema.describe('Id from start_run or list_runs.') }),
  output: z.object({ run: runView.definition.describe('The run after the cancellation.') }),
  run: async (input, { ctx }) => ({ run: showRun(await cancel({ ctx, input })) }),
})
