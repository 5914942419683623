import { z } from 'zod'
import { baseUrl, modelName, sharedOptions } from '../foundation/define-driver.ts'

/**
 * The default `model` is `sonar`, which perplexity.ai uses unless users choose another. `sonar-pro` reads more pages
 * and is closer to Pro Search, which paying users get. `/chat/completions` is appended to `baseUrl`.
 */
export const settingsSchema = z.object({
  model: modelName.default('sonar'),
  baseUrl: baseUrl.default('https://api.perplexity.ai'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** How much of the found pages the model reads. The fee per question rises with it. */
      searchContextSize: z.enum(['low', 'medium', 'high']).default('low'),
      /**
       * Maximum number of tokens of the answer. Longer answers are cut off and marked partial. Defaults to the
       * model's limit.
       */
      maximumTokens: z.int().positive().optional(),
    })
    .prefault({}),
})
