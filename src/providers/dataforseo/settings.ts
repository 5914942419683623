import { z } from 'zod'
import { baseUrl, sharedOptions } from '../define-driver.ts'

/** The values of `options.surface`. */
export const surfaceName = z.enum(['ai_overview', 'ai_mode', 'chatgpt', 'gemini'])

/** The address of the API. */
export const API_ADDRESS = 'https://api.dataforseo.com/v3'

const options = z.strictObject({
  ...sharedOptions,
  /** Which answers are asked for. */
  surface: surfaceName,
  /** The language of the interface, such as `de` or `zh-TW`; otherwise that of most people in the country. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,4})?$/, 'write a language code such as "de" or "zh-TW"')
    .optional(),
  /** Whether ChatGPT must search the web; otherwise it decides. Only for the surface `chatgpt`. */
  forceSearch: z.boolean().default(true),
})
export type Options = z.output<typeof options>

/** `baseUrl` with or without `/v3`. */
export const settingsSchema = z.object({
  model: z.undefined('leave it out: the surface chooses the model').optional(),
  baseUrl: baseUrl.default(API_ADDRESS),
  options,
})
