import type { z } from 'zod'
import type { Driver } from '../../core/provider-port/driver.ts'
import { failureInResponse } from '../formats/response-failure.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { systemMessage } from '../foundation/persona.ts'
import { userLocation } from '../foundation/user-location.ts'
import { type ErrorReader, failureWithinSuccess, readCountryError } from '../http/http-failure.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/** Asks a model that searches the web from a country, over the API that `options.api` selects. */
export function createAsk(settings: AskSettings): Driver['ask'] {
  return settings.options.api === 'agent' ? createAgentAsk(settings) : createSonarAsk(settings)
}

/** Asks over the Agent API (https://docs.perplexity.ai/api-reference/agent-post). */
function createAgentAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const failures = failuresOf(credentials)
  const headers = headersOf(credentials)
  const api = createVendorApi({ baseUrl, version: 'v1', headers, ...failures })
  return async ({ prompt, location, persona, signal }) => {
    const exchange = await api.call({
      path: '/responses',
      body: {
        // A bare name is rejected. Settings of the Sonar API have one.
        model: model.includes('/') ? model : `perplexity/${model}`,
        preset: options.preset,
        ...(persona !== null && { instructions: persona }),
        input: prompt,
        stream: false,
        store: false,
        ...(options.maximumTokens !== undefined && { max_output_tokens: options.maximumTokens }),
        tools: [
          {
            type: 'web_search',
            search_context_size: options.searchContextSize,
            user_location: userLocation(location),
          },
        ],
      },
      signal,
    })
    const failure = failureInResponse(exchange, failures)
    if (failure) throw failure
    return { ...exchange, locationApplied: 'native' }
  }
}

/**
 * Asks over the Sonar API (https://docs.perplexity.ai/api-reference/chat-completions-post), which Perplexity supported
 * until 2026-09-27.
 */
function createSonarAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const failures = failuresOf(credentials)
  const api = createVendorApi({ baseUrl, headers: headersOf(credentials), ...failures })
  return async ({ prompt, location, persona, signal }) => {
    const exchange = await api.call({
      path: '/chat/completions',
      body: {
        model: model.replace(/^perplexity\//, ''),
        messages: [...systemMessage(persona), { role: 'user', content: prompt }],
        stream: false,
        ...(options.maximumTokens !== undefined && { max_tokens: options.maximumTokens }),
        web_search_options: {
          search_context_size: options.searchContextSize,
          user_location: userLocation(location),
        },
      },
      signal,
    })
    const failure = failureWithinSuccess({ ...exchange, status: exchange.httpStatus }, failures)
    if (failure) throw failure
    return { ...exchange, locationApplied: 'native' }
  }
}

function headersOf({ apiKey }: AskSettings['credentials']): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}

function failuresOf({ apiKey }: AskSettings['credentials']) {
  return { secrets: [apiKey ?? ''], readError }
}

/** Matches the errors `chat_completions_not_available` and `agent_api_migration_required` of a valid key. */
const RETIRED = /chat_completions_not_available|agent_api_migration_required|is now the Agent API/i

const readError: ErrorReader = (error) => {
  const { status, body, message } = error
  if (status === 403 && RETIRED.test(`${message} ${JSON.stringify(body)}`)) {
    return {
      kind: 'stop',
      fault: 'api',
      message: `this version of the API was retired, the key is valid; remove "api": "sonar" from the options, and /chat/completions from the base URL (${message})`,
    }
  }
  return readCountryError(error)
}
