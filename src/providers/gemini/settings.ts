import { z } from 'zod'
import { baseUrl, modelName, searchMode, sharedOptions } from '../foundation/define-driver.ts'
import { DEFAULT_MODEL } from './models.ts'

/** `baseUrl` is accepted with or without `/v1beta`. */
export const settingsSchema = z.object({
  model: modelName.default(DEFAULT_MODEL),
  baseUrl: baseUrl.default('https://generativelanguage.googleapis.com/v1beta'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** Whether the model may search with Google. A search cannot be required. */
      search: searchMode('auto', 'never').default('auto'),
      /** Maximum number of tokens of the answer. Longer answers are cut off and marked partial. */
      maximumTokens: z.int().positive().default(16_384),
      /** Number of tokens for thinking, in addition to `maximumTokens`: the vendor has only one limit for both. */
      thinkingTokens: z.int().nonnegative().default(16_384),
    })
    .prefault({}),
})
