import { z } from 'zod'
import { optionalKeySchema } from '../../core/idempotency/key.ts'
import { triggerBodySchema, triggerRun } from '../../core/runs/trigger.ts'
import { defineTool } from '../foundation/tool.ts'
import { runView } from '../views/run.ts'

export const startRun = defineTool({
  name: 'start_run',
  title: 'Start a run',
  description:
    'Asks all active prompts of the project now, with their configured providers and countries or, with providers and locations, a part of them. Costs no credits, but needs a subscription (FORBIDDEN) and is limited to one manual run per project in seven days (RATE_LIMITED, with retryAfter in seconds). Returns immediately: follow the progress with get_run and waitSeconds. For other or more frequent questions use start_async_analysis.',
  permission: 'runs:start',
  effect: 'outside',
  input: triggerBodySchema.extend({
    idempotencyKey: optionalKeySchema.describe(
      'Identifies this request across retries; use a new UUID. For 24 hours, a repeated call returns the first run.',
    ),
  }),
  output: z.object({
    runId: z.uuid().describe('Id of the run.'),
    status: runView.definition.shape.status,
    nextRunAt: z.date().nullable().describe('Time of the next weekly run; null if the schedule is disabled.'),
    replayed: z.boolean().describe('Whether an earlier call with the same key started the run.'),
  }),
  validatedByCore: true,
  async run({ idempotencyKey, ...input }, { ctx }) {
    const { run, nextRunAt, replayed } = await triggerRun({ ctx, input, idempotencyKey })
    return { runId: run.id, status: run.status, nextRunAt, replayed }
  },
})
