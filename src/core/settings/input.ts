import { z } from 'zod'
import { expectedVersionSchema } from '../access/project-access.ts'
import { competitorsSchema, fullCompetitorsSchema } from '../competitors/input.ts'
import { listedPromptSchema, PROMPT_LIMITS } from '../prompts/input.ts'
import { enabledSchema } from '../schedules/update.ts'

/** Body of PUT /settings. Omitted fields stay unchanged. */
export const settingsBodySchema = z.strictObject({
  prompts: z
    .array(listedPromptSchema, 'must be a list of prompts')
    .max(PROMPT_LIMITS.settings, `must contain at most ${PROMPT_LIMITS.settings} prompts`)
    .optional()
    .describe(
      'All prompts: texts, or objects with an id or a text. Prompts that are not in the list are deleted.',
    ),
  competitors: competitorsSchema.optional(),
  enabled: enabledSchema.optional(),
  expectedVersion: expectedVersionSchema,
})
export type SettingsBody = z.input<typeof settingsBodySchema>

/** Input of `updateSettings`. Members must pass `projectId`. */
export const settingsInputSchema = settingsBodySchema.extend({
  projectId: z.string('must be a text').optional(),
  competitors: fullCompetitorsSchema.optional(),
})
export type SettingsInput = z.input<typeof settingsInputSchema>
