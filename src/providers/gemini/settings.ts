import { z } from 'zod'
import { baseUrl, modelName, sharedOptions } from '../define-driver.ts'

/** `model`: a Flash model, as gemini.google.com answers those who choose nothing. `baseUrl` with or without `/v1beta`. */
export const settingsSchema = z.object({
  model: modelName.default('gemini-3.5-flash'),
  baseUrl: baseUrl.default('https://generativelanguage.googleapis.com/v1beta'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** Maximum number of tokens of the answer with its thoughts; an answer that is longer is partial. */
      maximumTokens: z.int().positive().default(16_384),
    })
    .prefault({}),
})
