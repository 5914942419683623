import { z } from 'zod'
import { startInputSchema } from '../../core/async-analyses/input.ts'
import { startAsyncAnalysis as start } from '../../core/async-analyses/start.ts'
import { analysisDefinition } from '../../core/batches/definition.ts'
import { optionalKeySchema } from '../../core/idempotency/key.ts'
import { defineTool } from '../foundation/tool.ts'

export const startAsyncAnalysis = defineTool({
  name: 'start_async_analysis',
  title: 'Start an async analysis',
  description:
    'Asks AI search surfaces one or more prompts and measures the answers. Costs one credit per prompt × provider × location × replicate, reserved immediately; failed questions are refunded. A project key uses the brand of the project; with an organization key, pass brandName. Returns immediately: follow the progress with get_async_analysis.',
  permission: 'analysis:start',
  effect: 'outside',
  input: startInputSchema.extend({
    idempotencyKey: optionalKeySchema.describe(
      'Identifies this request across retries. For 24 hours, a repeated call returns the first analysis.',
    ),
  }),
  validatedByCore: true,
  output: analysisDefinition
    .pick({ analysisId: true, status: true, progress: true, brandName: true, credits: true, createdAt: true })
    .extend({
      replayed: z.boolean().describe('Whether an earlier call with the same key started the analysis.'),
    }),
  async run({ idempotencyKey, ...input }, { ctx }) {
    const { analysis, replayed } = await start({ ctx, input, idempotencyKey })
    return { ...analysis, analysisId: analysis.analysisId ?? '', replayed }
  },
})
