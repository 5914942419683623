import { z } from 'zod'
import { baseUrl, modelName, sharedOptions } from '../define-driver.ts'

/** `baseUrl` with or without `/v1`. */
export const settingsSchema = z.object({
  model: modelName.default('grok-4.3'),
  baseUrl: baseUrl.default('https://api.x.ai/v1'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** Whether a sentence is appended to the prompt that names the country: web search has no country of its own. */
      locationHint: z.boolean().default(true),
      /** Whether the model may search the posts of X too; such searches are billed. */
      searchX: z.boolean().default(false),
      /** Maximum number of tokens of the answer with its reasoning; an answer that is longer is partial. */
      maximumTokens: z.int().positive().default(16_384),
    })
    .prefault({}),
})
