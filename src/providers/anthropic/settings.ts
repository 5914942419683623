import { z } from 'zod'
import { baseUrl, modelName, searchMode, sharedOptions } from '../foundation/define-driver.ts'
import { DEFAULT_MODEL } from './models.ts'

/** `baseUrl` is accepted with or without `/v1`. */
export const settingsSchema = z.object({
  model: modelName.default(DEFAULT_MODEL),
  baseUrl: baseUrl.default('https://api.anthropic.com/v1'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** Whether the model may search the web. A search cannot be required. */
      search: searchMode('auto', 'never').default('auto'),
      /** Maximum number of web searches per question; each search is billed. */
      maximumSearches: z.int().positive().default(5),
      /** Maximum number of tokens of the answer. Longer answers are cut off and marked partial. */
      maximumTokens: z.int().positive().default(8_192),
      /**
       * Number of tokens for thinking, in addition to `maximumTokens`. Models think as much as they find necessary, and
       * the vendor has only one limit for both.
       */
      thinkingTokens: z.int().nonnegative().default(16_384),
    })
    .prefault({}),
})

/**
 * Countries that web search accepts; questions from any other country are rejected. The vendor does not publish a
 * list, so this one comes from a reseller's API
 * (https://docs.dataforseo.com/v3/ai_optimization/claude/llm_responses/live/). Setting `locations` in the provider's
 * entry replaces it.
 */
export const COUNTRIES =
  'AR AT AU BE BR CA CH CL CN DE DK ES FI FR GB HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE TR TW US ZA'.split(
    ' ',
  )
