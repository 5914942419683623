import type { z } from 'zod'
import type { Driver } from '../../core/provider-port/driver.ts'
import { failureInResponse } from '../formats/response-failure.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { userLocation } from '../foundation/user-location.ts'
import { readCountryError } from '../http/http-failure.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/**
 * Asks a model that may search the web from a country (https://platform.openai.com/docs/guides/tools-web-search). The
 * vendor does not store the response.
 */
export function createAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const apiKey = credentials.apiKey ?? ''
  const failures = { secrets: [apiKey], readError: readCountryError }
  const api = createVendorApi({
    baseUrl,
    version: 'v1',
    headers: { authorization: `Bearer ${apiKey}` },
    ...failures,
  })
  return async ({ prompt, location, persona, signal }) => {
    const exchange = await api.call({
      path: '/responses',
      body: {
        model,
        ...(persona !== null && { instructions: persona }),
        input: prompt,
        store: false,
        max_output_tokens: options.maximumTokens + options.thinkingTokens,
        ...(options.search !== 'never' && {
          tools: [
            {
              type: 'web_search',
              search_context_size: options.searchContextSize,
              user_location: { type: 'approximate', ...userLocation(location) },
            },
          ],
          ...(options.search === 'always' && { tool_choice: { type: 'web_search' } }),
          include: ['web_search_call.action.sources'],
        }),
      },
      signal,
    })
    const failure = failureInResponse(exchange, failures)
    if (failure) throw failure
    return { ...exchange, locationApplied: options.search === 'never' ? 'none' : 'native' }
  }
}
