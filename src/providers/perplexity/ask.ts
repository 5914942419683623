import type { z } from 'zod'
import type { Driver } from '../../core/provider-port/driver.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { failureWithinSuccess, readCountryError } from '../http/http-failure.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/**
 * Asks a Sonar model, which searches the web, from a country
 * (https://docs.perplexity.ai/api-reference/chat-completions-post).
 */
export function createAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const failures = { secrets: [credentials.apiKey ?? ''], readError: readCountryError }
  const api = createVendorApi({
    baseUrl,
    headers: { authorization: `Bearer ${credentials.apiKey}` },
    ...failures,
  })
  const { searchContextSize, maximumTokens } = options
  return async ({ prompt, location, signal }) => {
    const exchange = await api.call({
      path: '/chat/completions',
      body: {
        model,
        messages: [{ role: 'user', content: prompt }],
        stream: false,
        ...(maximumTokens !== undefined && { max_tokens: maximumTokens }),
        web_search_options: { search_context_size: searchContextSize, user_location: { country: location } },
      },
      signal,
    })
    const failure = failureWithinSuccess({ ...exchange, status: exchange.httpStatus }, failures)
    if (failure) throw failure
    return { ...exchange, locationApplied: 'native' }
  }
}
