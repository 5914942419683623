import { z } from 'zod'
import { baseUrl, sharedOptions } from '../define-driver.ts'

/** `baseUrl` is the address that `/chat/completions` is appended to; it includes `/v1` where the server has it. */
export const settingsSchema = z.object({
  model: z.string('openai-compatible needs the name of a model').min(1, 'write the model name'),
  baseUrl,
  options: z
    .strictObject({
      ...sharedOptions,
      /** Whether a sentence is appended to the prompt that names the country of the location. */
      locationHint: z.boolean().default(true),
    })
    .prefault({}),
})
