import { z } from 'zod'
import { baseUrl, modelName, sharedOptions } from '../define-driver.ts'

/**
 * `model`: `sonar`, because it is what answers a person who asks perplexity.ai without choosing anything; `sonar-pro` is nearer to its
 * Pro Search, which those who pay get, and reads more pages. `baseUrl` is the address that `/chat/completions` is appended to.
 */
export const settingsSchema = z.object({
  model: modelName.default('sonar'),
  baseUrl: baseUrl.default('https://api.perplexity.ai'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** How much of the pages found the model reads; the fee of a question rises with it. */
      searchContextSize: z.enum(['low', 'medium', 'high']).default('low'),
      /** Maximum number of tokens of the answer; one that is longer is partial. Without it the model's own limit holds. */
      maximumTokens: z.int().positive().optional(),
    })
    .prefault({}),
})
