import { z } from 'zod'
import { optionalKeySchema } from '../../core/idempotency/key.ts'
import { triggerBodySchema, triggerRun } from '../../core/runs/trigger.ts'
import { defineTool } from '../tool.ts'
import { runView } from '../views/run.ts'

/** Starts a run. */
export const startRun = defineTool({
  name: 'start_run',
  title: 'Start a run',
  description:
    'Asks all active prompts of the project now, of their providers and countries. Costs no credits, but a project may have one manual run in seven days (RATE_LIMITED, with retryAfter in seconds) and needs a subscription (FORBIDDEN). Returns at once: follow it with get_run and waitSeconds. To ask other questions, or more often, use start_async_analysis.',
  permission: 'runs:start',
  effect: 'spend',
  input: triggerBodySchema.extend({
    idempotencyKey: optionalKeySchema.describe(
      'Names this request over all its repetitions, such as a new UUID: for 24 hours the same key and arguments return the first run again.',
    ),
  }),
  output: z.object({
    runId: z.uuid().describe('The run.'),
    status: runView.definition.shape.status,
    nextRunAt: z.date().nullable().describe('The next weekly run; null without an enabled schedule.'),
    replayed: z.boolean().describe('Whether an earlier call with the same key started it.'),
  }),
  async run({ idempotencyKey, ...input }, { ctx }) {
    const { run, nextRunAt, replayed } = await triggerRun({ ctx, input, idempotencyKey })
    return { runId: run.id, status: run.status, nextRunAt, replayed }
  },
})
