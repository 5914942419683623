import { z } from 'zod'
import { baseUrl, sharedOptions } from '../foundation/define-driver.ts'

export const settingsSchema = z.object({
  model: z.undefined('leave out the model: the surface chooses it').optional(),
  baseUrl: baseUrl.default('https://serpapi.com'),
  options: z.strictObject({
    ...sharedOptions,
    /** The surface to ask. Copilot has no country parameter. */
    surface: z.enum(['ai_overview', 'ai_mode', 'copilot']),
    /** Whether the vendor may repeat an answer to the same question from the last hour, which is free. */
    cache: z.boolean().default(false),
  }),
})
