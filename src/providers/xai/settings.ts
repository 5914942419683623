import { z } from 'zod'
import { baseUrl, modelName, searchMode, sharedOptions } from '../foundation/define-driver.ts'
import { DEFAULT_MODEL } from './models.ts'

/** `baseUrl` is accepted with or without `/v1`. */
export const settingsSchema = z.object({
  model: modelName.default(DEFAULT_MODEL),
  baseUrl: baseUrl.default('https://api.x.ai/v1'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** Whether the model may search the web. A search cannot be required. */
      search: searchMode('auto', 'never').default('auto'),
      /**
       * Whether to append a sentence to the prompt that names the country, because web search has no country
       * parameter.
       */
      locationHint: z.boolean().default(true),
      /** Whether the model may also search posts on X. These searches are billed. */
      searchX: z.boolean().default(false),
      /** Maximum number of tokens of the answer. Longer answers are cut off and marked partial. */
      maximumTokens: z.int().positive().default(16_384),
      /** Number of tokens for thinking, in addition to `maximumTokens`: the vendor has only one limit for both. */
      thinkingTokens: z.int().nonnegative().default(16_384),
    })
    .prefault({}),
})
