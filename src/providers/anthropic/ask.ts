import { z } from 'zod'
import type { Driver, JsonValue, ProviderErrorKind, Question } from '../../core/provider-port/driver.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { userLocation } from '../foundation/user-location.ts'
import { type ErrorReader, failureOf } from '../http/http-failure.ts'
import { createVendorApi, type Exchange } from '../http/vendor-api.ts'
import { objectOf, text } from '../parsing/lenient.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/** API version (https://platform.claude.com/docs/en/api/versioning). */
const API_VERSION = '2023-06-01'

/** Number of times that a paused turn is continued. */
const MAXIMUM_CONTINUATIONS = 5

/**
 * Asks a model that may search the web from a country
 * (https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool). Requests the oldest version of the
 * tool, because newer ones filter the results with code and cite less. Continues a turn that the vendor pauses. The
 * bodies of paused turns are stored in `turns`, and survive a restart.
 */
export function createAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const apiKey = credentials.apiKey ?? ''
  const secrets = [apiKey]
  const headers = { 'x-api-key': apiKey, 'anthropic-version': API_VERSION }
  const api = createVendorApi({ baseUrl, version: 'v1', headers, secrets, readError })
  const askOnce = async (
    { prompt, location, persona, signal }: Pick<Question, 'prompt' | 'location' | 'persona' | 'signal'>,
    turns: readonly string[],
  ): Promise<Exchange> => {
    const content = turns.flatMap((body) => contentOf(body))
    const exchange = await api.call({
      path: '/messages',
      body: {
        model,
        ...(persona !== null && { system: persona }),
        max_tokens: options.maximumTokens + options.thinkingTokens,
        messages: [
          { role: 'user', content: prompt },
          ...(content.length > 0 ? [{ role: 'assistant', content }] : []),
        ],
        ...(options.search !== 'never' && {
          tools: [
            {
              type: 'web_search_20250305',
              name: 'web_search',
              max_uses: options.maximumSearches,
              user_location: { type: 'approximate', ...userLocation(location) },
            },
          ],
        }),
      },
      signal,
    })
    const status = statusOfError(exchange.body)
    if (status !== null) throw failureOf({ ...exchange, status }, { secrets, readError })
    return exchange
  }
  return async (question) => {
    const locationApplied = options.search === 'never' ? 'none' : 'native'
    let turns: readonly string[] = pausedTurnsSchema.parse(question.pending.saved).turns
    for (;;) {
      const exchange = await askOnce(question, turns)
      const isPaused = /"stop_reason"\s*:\s*"pause_turn"/.test(exchange.body)
      if (!isPaused || turns.length >= MAXIMUM_CONTINUATIONS)
        return { ...exchange, ...(turns.length > 0 && { turns: [...turns] }), locationApplied }
      turns = [...turns, exchange.body]
      await question.pending.save({ turns: [...turns] })
    }
  }
}

const pausedTurnsSchema = z.object({ turns: z.array(z.string()) }).catch({ turns: [] })

const contentSchema = z.looseObject({ content: z.array(z.json()) }).catch({ content: [] })

function contentOf(body: string): JsonValue[] {
  return contentSchema.parse(jsonOf(body)).content
}

/** HTTP status by error type (https://platform.claude.com/docs/en/api/errors). */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

const errorSchema = z.looseObject({
  error: z.looseObject({ type: text, details: objectOf({ error_code: text }) }),
})

/** Returns the status of an error that a gateway sent with status 200, or null for any other body. */
function statusOfError(body: string): number | null {
  // An answer can be megabytes long and is parsed elsewhere; an error is short.
  if (body.length > 65_536) return null
  const error = errorSchema.safeParse(jsonOf(body)).data?.error
  return error ? (STATUSES[error.type ?? ''] ?? 500) : null
}

/**
 * Matches a closed account, and a spending limit that stays reached until the month ends or somebody pays. Only the
 * details and messages identify them.
 */
const SPENT =
  /organization has been disabled|enforced_spend_limit|credit balance is too low|specified (workspace )?api usage limits/i

const readError: ErrorReader = ({ status, body, message }) => {
  const details = errorSchema.safeParse(body).data?.error.details
  const kind = kindOf(status, `${details?.error_code ?? ''} ${message}`)
  return kind && { kind }
}

function kindOf(status: number, description: string): ProviderErrorKind | null {
  if (SPENT.test(description)) return 'stop'
  if (status !== 400) return null
  if (/country code|user_location/i.test(description)) return 'location_unsupported'
  return /web search is not (enabled|available)/i.test(description) ? 'stop' : null
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
