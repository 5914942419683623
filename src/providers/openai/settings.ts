import { z } from 'zod'
import { baseUrl, modelName, searchMode, sharedOptions } from '../foundation/define-driver.ts'
import { DEFAULT_MODEL } from './models.ts'

/** `baseUrl` is accepted with or without `/v1`. */
export const settingsSchema = z.object({
  model: modelName.default(DEFAULT_MODEL),
  baseUrl: baseUrl.default('https://api.openai.com/v1'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** Whether the model may, must or cannot search the web. ChatGPT decides itself. */
      search: searchMode('auto', 'always', 'never').default('auto'),
      /** How much of the found pages the model reads. */
      searchContextSize: z.enum(['low', 'medium', 'high']).default('medium'),
      /** Maximum number of tokens of the answer. Longer answers are cut off and marked partial. */
      maximumTokens: z.int().positive().default(16_384),
      /**
       * Number of tokens for reasoning, in addition to `maximumTokens`: the vendor has only one limit for both. The
       * default model does not reason, and a model may reject a limit above the length of its longest answer.
       */
      thinkingTokens: z.int().nonnegative().default(0),
    })
    .prefault({}),
})
