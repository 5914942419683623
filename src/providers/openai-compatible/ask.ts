import type { z } from 'zod'
import type { Connection } from '../define-driver.ts'
import type { Driver, Question } from '../driver.ts'
import { endpointUrl } from '../http/chat-completion.ts'
import { failureOf, failureWithinSuccess } from '../http/http-failure.ts'
import { sendRequest } from '../http/send-request.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/** The limits of `sendRequest`, in milliseconds and bytes. */
const LIMITS = { timeout: 120_000, maximumBody: 5 * 1024 * 1024 }

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

/**
 * Asks a server for a chat completion. The operator configures the address, so private networks are allowed. The raw answer
 * contains the request without the key, the status, some headers and the body as text.
 */
export function createAsk(
  { baseUrl, model, options, credentials }: AskSettings,
  limits = LIMITS,
): Driver['ask'] {
  const url = endpointUrl(baseUrl, '/chat/completions')
  const { apiKey } = credentials
  const secrets = apiKey === null ? [] : [apiKey]
  return async (question) => {
    const content = contentOf(question, options.locationHint)
    const body = { model, messages: [{ role: 'user', content }], stream: false }
    const answer = await sendRequest({
      url: url.href,
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      body,
      signal: question.signal,
      ...limits,
    })
    if (answer.status < 200 || answer.status > 299) throw failureOf(answer, { secrets })
    const failure = failureWithinSuccess(answer, { secrets })
    if (failure !== null) throw failure
    return {
      httpStatus: answer.status,
      headers: answer.headers,
      body: answer.body,
      // Without the query, which may contain a key.
      request: { url: url.origin + url.pathname, body },
      locationApplied: options.locationHint ? 'prompt_hint' : 'none',
    }
  }
}

function contentOf({ prompt, location }: Question, locationHint: boolean): string {
  return locationHint ? `${prompt}\n\nI am in ${countryNames.of(location) ?? location}.` : prompt
}
