import { z } from 'zod'
import { baseUrl, sharedOptions } from '../foundation/define-driver.ts'

/** `/chat/completions` is appended to `baseUrl`, which includes `/v1` if the server has it. */
export const settingsSchema = z.object({
  model: z.string('openai-compatible needs a model name').min(1, 'write the model name'),
  baseUrl,
  options: z
    .strictObject({
      ...sharedOptions,
      /** Whether to append a sentence to the prompt that names the country of the location. */
      locationHint: z.boolean().default(true),
    })
    .prefault({}),
})
