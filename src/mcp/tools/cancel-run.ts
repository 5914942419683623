import { z } from 'zod'
import { cancelRun as cancel } from '../../core/runs/cancel.ts'
import { defineTool } from '../tool.ts'
import { runIdSchema, runView, showRun } from '../views/run.ts'

/** Cancels a run. */
export const cancelRun = defineTool({
  name: 'cancel_run',
  title: 'Cancel a run',
  description:
    'Ends a run that is queued or running: questions without an answer fail as cancelled, the answers there are stay. It still counts for the limit of one manual run in seven days. One that has ended is returned unchanged.',
  permission: 'runs:start',
  effect: 'cancel',
  input: z.strictObject({ runId: runIdSchema.describe('Its id, from start_run or list_runs.') }),
  output: z.object({ run: runView.definition.describe('The run after the end.') }),
  run: async (input, { ctx }) => ({ run: showRun(await cancel({ ctx, input })) }),
})
