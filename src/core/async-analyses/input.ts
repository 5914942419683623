import { z } from 'zod'
import { stopWhenDefinition } from '../batches/definition.ts'
import { personasSchema } from '../batches/personas.ts'
import { nameSchema } from '../foundation/text.ts'
import { locationsSchema, promptTextSchema, providersSchema } from '../prompts/question.ts'
import { webhookSchema } from '../webhooks/target.ts'

/**
 * Limits for one request. `units` is prompts × providers × locations × personas × replicates; with stopWhen, `atMost` takes the
 * place of the replicates.
 */
export const ANALYSIS_LIMITS = {
  prompts: 100,
  providers: 20,
  replicates: 10,
  atMost: 100,
  units: 10_000,
} as const

/** Body of POST /async-analysis, and input of the operation in GraphQL, MCP and the CLI. */
export const startInputSchema = z.strictObject({
  prompt: promptTextSchema.optional().describe('One prompt; use this or prompts.'),
  prompts: z
    .array(promptTextSchema, 'must be a list of texts')
    .min(1, 'must hold at least one prompt')
    .max(ANALYSIS_LIMITS.prompts, `must contain at most ${ANALYSIS_LIMITS.prompts} prompts`)
    .superRefine(checkRepetitions)
    .optional()
    .describe('Several prompts as one request.'),
  brandName: nameSchema
    .optional()
    .describe('Brand to look for. Required with an organization key, not accepted with a project key.'),
  replicates: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(ANALYSIS_LIMITS.replicates, `must be at most ${ANALYSIS_LIMITS.replicates}`)
    .describe('How often each prompt is asked of each provider and location; with stopWhen, in each round.'),
  stopWhen: z
    .strictObject(
      {
        halfWidth: z
          .number('must be a number')
          .gt(0, 'must be above 0: 0.1 stops at ± 10 points')
          .max(0.5, 'must be at most 0.5: it is a share, 0.1 for ± 10 points')
          .describe(stopWhenDefinition.shape.halfWidth.description ?? ''),
        atMost: z
          .int('must be a whole number')
          .min(1, 'must be at least 1')
          .max(ANALYSIS_LIMITS.atMost, `must be at most ${ANALYSIS_LIMITS.atMost}`)
          .describe(stopWhenDefinition.shape.atMost.description ?? ''),
      },
      'must be an object with halfWidth and atMost',
    )
    .optional()
    .describe(
      'Asks in rounds until the mention rate is precise enough. Reserves credits for atMost replicates and refunds the unused ones.',
    ),
  providers: providersSchema(ANALYSIS_LIMITS.providers),
  locations: locationsSchema,
  personas: personasSchema
    .optional()
    .describe('Asks each question once as each persona: what it is told about the person who asks.'),
  webhook: webhookSchema
    .optional()
    .describe('Called when the analysis ends, whether it completed, failed or was cancelled.'),
})

/** Rejects repeated prompts, because each copy would be charged; `replicates` is the way to ask several times. */
function checkRepetitions(prompts: string[], { addIssue }: z.RefinementCtx<string[]>): void {
  prompts.forEach((prompt, index) => {
    const first = prompts.indexOf(prompt)
    if (first === index) return
    const message = `repeats prompts.${first}; remove it, or ask several times with replicates`
    addIssue({ code: 'custom', path: [index], message, input: prompt })
  })
}

export type StartInput = z.input<typeof startInputSchema>
