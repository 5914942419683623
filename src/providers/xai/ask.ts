import type { z } from 'zod'
import type { Driver } from '../../core/provider-port/driver.ts'
import { failureInResponse } from '../formats/response-failure.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { withLocationHint } from '../foundation/location-hint.ts'
import { systemMessage } from '../foundation/persona.ts'
import type { ErrorReader } from '../http/http-failure.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/**
 * Asks a model that may search the web (https://docs.x.ai/developers/tools/web-search). The vendor does not store the
 * response.
 */
export function createAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const apiKey = credentials.apiKey ?? ''
  const failures = { secrets: [apiKey], readError }
  const headers = { authorization: `Bearer ${apiKey}` }
  const api = createVendorApi({ baseUrl, version: 'v1', headers, ...failures })
  return async ({ prompt, location, persona, signal }) => {
    const content = options.locationHint ? withLocationHint(prompt, location) : prompt
    const exchange = await api.call({
      path: '/responses',
      body: {
        model,
        input: [...systemMessage(persona), { role: 'user', content }],
        store: false,
        max_output_tokens: options.maximumTokens + options.thinkingTokens,
        ...(options.search !== 'never' && {
          tools: [{ type: 'web_search' }, ...(options.searchX ? [{ type: 'x_search' }] : [])],
        }),
      },
      signal,
    })
    const failure = failureInResponse(exchange, failures)
    if (failure) throw failure
    return { ...exchange, locationApplied: options.locationHint ? 'prompt_hint' : 'none' }
  }
}

/**
 * Classifies an error of the form `{code, error}`, where `error` is the message. Statuses are of little use: a wrong
 * key has status 400. Status 403 can mean a question against the usage guidelines, or a key without permission.
 */
const readError: ErrorReader = ({ status, message }) => {
  if (/available credits|spending limit|(incorrect|invalid) api key/i.test(message)) return { kind: 'stop' }
  if (status === 403 && /usage guidelines|safety_check/i.test(message)) return { kind: 'invalid' }
  // The vendor removed this kind of search, which a gateway may still request. Further questions would fail as well.
  return status === 410 ? { kind: 'stop', fault: 'api' } : null
}
