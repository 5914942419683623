import { z } from 'zod'
import type { Connection } from '../define-driver.ts'
import type { Driver, ProviderErrorKind } from '../driver.ts'
import { type ErrorReader, failureOf } from '../http/http-failure.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import { objectOf, text } from '../reading/lenient.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/** The version of the API (https://platform.claude.com/docs/en/api/versioning). */
const API_VERSION = '2023-06-01'

/**
 * Asks a model that may search the web, from a country
 * (https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool). The oldest version of the tool is named: later
 * ones read what they find by programs of their own, and cite less.
 */
export function createAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const apiKey = credentials.apiKey ?? ''
  const secrets = [apiKey]
  const headers = { 'x-api-key': apiKey, 'anthropic-version': API_VERSION }
  const api = createVendorApi({ baseUrl, version: 'v1', headers, secrets, readError })
  return async ({ prompt, location, signal }) => {
    const exchange = await api.call({
      path: '/messages',
      body: {
        model,
        max_tokens: options.maximumTokens,
        messages: [{ role: 'user', content: prompt }],
        tools: [
          {
            type: 'web_search_20250305',
            name: 'web_search',
            max_uses: options.maximumSearches,
            user_location: { type: 'approximate', country: location },
          },
        ],
      },
      signal,
    })
    const status = statusOfError(exchange.body)
    if (status !== null) throw failureOf({ ...exchange, status }, { secrets, readError })
    return { ...exchange, locationApplied: 'native' }
  }
}

/** Statuses by type of error (https://platform.claude.com/docs/en/api/errors). */
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

/** The status of an error that came with status 200, as gateways send it; null for any other body. */
function statusOfError(body: string): number | null {
  // An answer may have megabytes and is parsed elsewhere; an error is short.
  if (body.length > 65_536) return null
  const error = errorSchema.safeParse(jsonOf(body)).data?.error
  return error ? (STATUSES[error.type ?? ''] ?? 500) : null
}

/** An account that is closed, and a limit on spending that was reached, which holds until the month ends or somebody pays; only details and messages tell. */
const SPENT =
  /organization has been disabled|enforced_spend_limit|credit balance is too low|specified (workspace )?api usage limits/i

const readError: ErrorReader = ({ status, body, message }) => {
  const details = errorSchema.safeParse(body).data?.error.details
  const kind = kindOf(status, `${details?.error_code ?? ''} ${message}`)
  return kind && { kind }
}

function kindOf(status: number, said: string): ProviderErrorKind | null {
  if (SPENT.test(said)) return 'stop'
  if (status !== 400) return null
  if (/country code|user_location/i.test(said)) return 'location_unsupported'
  return /web search is not (enabled|available)/i.test(said) ? 'stop' : null
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
