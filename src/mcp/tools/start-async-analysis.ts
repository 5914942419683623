import { z } from 'zod'
import { startInputSchema } from '../../core/async-analyses/input.ts'
import { startAsyncAnalysis as start } from '../../core/async-analyses/start.ts'
import { analysisDefinition } from '../../core/batches/definition.ts'
import { optionalKeySchema } from '../../core/idempotency/key.ts'
import { defineTool } from '../tool.ts'

/** Starts an async analysis. */
export const startAsyncAnalysis = defineTool({
  name: 'start_async_analysis',
  title: 'Start an async analysis',
  description:
    'Asks one or more prompts of AI search surfaces and measures the answers. Costs one credit for each prompt × provider × location × replicate, reserved at once; questions that fail are refunded. With a project key the brand is that of the project; an organization key names it in brandName. Returns at once: follow it with get_async_analysis. Give an idempotencyKey, so that the same call can be repeated without being paid twice.',
  permission: 'analysis:start',
  effect: 'spend',
  input: startInputSchema.extend({
    idempotencyKey: optionalKeySchema.describe(
      'Names this request over all its repetitions: for 24 hours the same key and arguments return the first analysis again.',
    ),
  }),
  output: analysisDefinition
    .pick({ analysisId: true, status: true, progress: true, brandName: true, credits: true, createdAt: true })
    .extend({ replayed: z.boolean().describe('Whether an earlier call with the same key started it.') }),
  async run({ idempotencyKey, ...input }, { ctx }) {
    const { analysis, replayed } = await start({ ctx, input, idempotencyKey })
    return { ...analysis, analysisId: analysis.analysisId ?? '', replayed }
  },
})
