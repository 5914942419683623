import { z } from 'zod'
import { baseUrl, modelName, sharedOptions } from '../define-driver.ts'

/** `baseUrl` with or without `/v1`. */
export const settingsSchema = z.object({
  model: modelName.default('claude-sonnet-5-5'),
  baseUrl: baseUrl.default('https://api.anthropic.com/v1'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** Maximum number of web searches for a question; each is billed. */
      maximumSearches: z.int().positive().default(5),
      /** Maximum number of tokens of the answer; one that is longer is partial. */
      maximumTokens: z.int().positive().default(8_192),
    })
    .prefault({}),
})

/**
 * Countries that web search accepts; it refuses a question from any other. The vendor publishes no list: this is the one of a
 * reseller's API (https://docs.dataforseo.com/v3/ai_optimization/claude/llm_responses/live/). `locations` of an entry replaces it.
 */
export const COUNTRIES =
  'AR AT AU BE BR CA CH CL CN DE DK ES FI FR GB HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE TR TW US ZA'.split(
    ' ',
  )
