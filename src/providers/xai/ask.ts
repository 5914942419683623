import type { z } from 'zod'
import { withLocationHint } from '../countries/location-hint.ts'
import type { Connection } from '../define-driver.ts'
import type { Driver } from '../driver.ts'
import { failureInResponse } from '../formats/response-failure.ts'
import type { ErrorReader } from '../http/http-failure.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/** Asks a model that may search the web (https://docs.x.ai/developers/tools/web-search). Nothing is stored at the vendor. */
export function createAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const apiKey = credentials.apiKey ?? ''
  const failures = { secrets: [apiKey], readError }
  const headers = { authorization: `Bearer ${apiKey}` }
  const api = createVendorApi({ baseUrl, version: 'v1', headers, ...failures })
  return async ({ prompt, location, signal }) => {
    const content = options.locationHint ? withLocationHint(prompt, location) : prompt
    const exchange = await api.call({
      path: '/responses',
      body: {
        model,
        input: [{ role: 'user', content }],
        store: false,
        max_output_tokens: options.maximumTokens,
        tools: [{ type: 'web_search' }, ...(options.searchX ? [{ type: 'x_search' }] : [])],
      },
      signal,
    })
    const failure = failureInResponse(exchange, failures)
    if (failure) throw failure
    return { ...exchange, locationApplied: options.locationHint ? 'prompt_hint' : 'none' }
  }
}

/**
 * Errors are `{code, error}`, two texts of which the second is the message. Statuses say little: a wrong key is a 400, and a
 * question that is against the rules a 403 like a key without rights.
 */
const readError: ErrorReader = ({ status, message }) => {
  if (/available credits|spending limit|(incorrect|invalid) api key/i.test(message)) return { kind: 'stop' }
  if (status === 403 && /usage guidelines|safety_check/i.test(message)) return { kind: 'invalid' }
  // The kind of search was ended, as a gateway may still request it: the next question fails as well.
  return status === 410 ? { kind: 'stop' } : null
}
