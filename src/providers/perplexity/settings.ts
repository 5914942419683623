import { z } from 'zod'
import { baseUrl, modelName, sharedOptions } from '../foundation/define-driver.ts'
import { DEFAULT_MODEL } from './models.ts'

/**
 * The model is always sent, because a preset alone may resolve to another vendor's model. `baseUrl` is accepted with or
 * without `/v1`.
 */
export const settingsSchema = z.object({
  model: modelName.default(DEFAULT_MODEL),
  baseUrl: baseUrl.default('https://api.perplexity.ai'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** `sonar` selects the retired API with chat completions, which some gateways still offer. */
      api: z.enum(['agent', 'sonar']).default('agent'),
      /** The Agent API's preset, which sets the instructions and the number of search steps. */
      preset: z.enum(['fast', 'low', 'medium', 'high', 'xhigh']).default('fast'),
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
