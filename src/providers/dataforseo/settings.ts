import { z } from 'zod'
import { baseUrl, searchMode, sharedOptions } from '../foundation/define-driver.ts'

/** Values of `options.surface`. */
export const surfaceName = z.enum(['ai_overview', 'ai_mode', 'chatgpt', 'gemini'])

/** Default base URL of the API. */
export const API_ADDRESS = 'https://api.dataforseo.com/v3'

const fields = z.strictObject({
  ...sharedOptions,
  /** The surface to ask. */
  surface: surfaceName,
  /** Language of the interface, such as `de` or `zh-TW`; defaults to the main language of the country. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,4})?$/, 'write a language code such as "de" or "zh-TW"')
    .optional(),
  /** Whether ChatGPT decides to search the web, or must. Only for the surface `chatgpt`. */
  search: searchMode('auto', 'always').default('auto'),
})

const options = fields.refine(({ surface, search }) => surface === 'chatgpt' || search === 'auto', {
  path: ['search'],
  error: 'leave it out: only the surface "chatgpt" has this choice',
})
export type Options = z.output<typeof options>

/** `baseUrl` is accepted with or without `/v3`. */
export const settingsSchema = z.object({
  model: z.undefined('leave it out: the surface chooses the model').optional(),
  baseUrl: baseUrl.default(API_ADDRESS),
  options,
})
