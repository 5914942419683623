import { z } from 'zod'
import { competitorsSchema, fullCompetitorsSchema } from '../competitors/input.ts'
import { listedPromptSchema, PROMPT_LIMITS } from '../prompts/input.ts'
import { enabledSchema } from '../schedules/update.ts'

/** Body of PUT /settings: fields that are not given stay unchanged. */
export const settingsBodySchema = z.strictObject({
  prompts: z
    .array(listedPromptSchema, 'must be a list of prompts')
    .max(PROMPT_LIMITS.settings, `must hold at most ${PROMPT_LIMITS.settings} prompts`)
    .optional()
    .describe('All prompts: texts, or objects with an id or a text. A prompt that is left out is deleted.'),
  competitors: competitorsSchema.optional(),
  enabled: enabledSchema.optional(),
})
export type SettingsBody = z.input<typeof settingsBodySchema>

/** Input of `updateSettings`; a member names the project. */
export const settingsInputSchema = settingsBodySchema.extend({
  projectId: z.string('must be a text').optional(),
  competitors: fullCompetitorsSchema.optional(),
})
export type SettingsInput = z.input<typeof settingsInputSchema>
