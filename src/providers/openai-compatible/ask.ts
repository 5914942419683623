import type { z } from 'zod'
import type { Driver } from '../../core/provider-port/driver.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { withLocationHint } from '../foundation/location-hint.ts'
import { systemMessage } from '../foundation/persona.ts'
import { failureWithinSuccess } from '../http/http-failure.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/** Milliseconds and bytes. */
const LIMITS = { timeout: 120_000, maximumBody: 5 * 1024 * 1024 }

/**
 * Asks a server for a chat completion. The operator configures the URL, so private networks are allowed. The raw
 * answer contains the request without the key, the status, some headers, and the body as text.
 */
export function createAsk(
  { baseUrl, model, options, credentials }: AskSettings,
  limits = LIMITS,
): Driver['ask'] {
  const { apiKey } = credentials
  const secrets = apiKey === null ? [] : [apiKey]
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  const api = createVendorApi({ baseUrl, headers, secrets, limits })
  return async ({ prompt, location, persona, signal }) => {
    const content = options.locationHint ? withLocationHint(prompt, location) : prompt
    const exchange = await api.call({
      path: '/chat/completions',
      body: { model, messages: [...systemMessage(persona), { role: 'user', content }], stream: false },
      signal,
    })
    const failure = failureWithinSuccess({ ...exchange, status: exchange.httpStatus }, { secrets })
    if (failure !== null) throw failure
    return { ...exchange, locationApplied: options.locationHint ? 'prompt_hint' : 'none' }
  }
}
