import { z } from 'zod'
import { baseUrl, sharedOptions } from '../define-driver.ts'

export const settingsSchema = z.object({
  model: z.undefined('leave out the model: the surface chooses it').optional(),
  baseUrl: baseUrl.default('https://serpapi.com'),
  options: z.strictObject({
    ...sharedOptions,
    /** The surface that is asked; Copilot cannot be asked from a country. */
    surface: z.enum(['ai_overview', 'ai_mode', 'copilot']),
    /** Whether an answer to the same question within the last hour may be repeated, at no cost. */
    cache: z.boolean().default(false),
  }),
})
