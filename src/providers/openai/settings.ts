import { z } from 'zod'
import { baseUrl, modelName, sharedOptions } from '../define-driver.ts'

/** `baseUrl` with or without `/v1`. */
export const settingsSchema = z.object({
  model: modelName.default('gpt-5.6-terra'),
  baseUrl: baseUrl.default('https://api.openai.com/v1'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** Whether the model must search the web; otherwise it decides. People who ask ChatGPT what to buy mostly get a search. */
      forceSearch: z.boolean().default(true),
      /** How much of the pages found the model reads. */
      searchContextSize: z.enum(['low', 'medium', 'high']).default('medium'),
      /** Maximum number of tokens of the answer with its reasoning; an answer that is longer is partial. */
      maximumTokens: z.int().positive().default(16_384),
    })
    .prefault({}),
})
