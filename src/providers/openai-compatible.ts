import { z } from 'zod'
import { endpointUrl, readChatCompletion } from './chat-completion.ts'
import { type Driver, type ProviderAnswer, ProviderError, type Question, type RawAnswer } from './driver.ts'
import { failureOf, failureWithinSuccess } from './http-failure.ts'
import { postJson } from './post-json.ts'

export interface OpenAiCompatibleOptions {
  /** The address `/chat/completions` is appended to; it includes `/v1` where the server has it. */
  baseUrl: string
  model: string
  /** Sent as a Bearer token; null sends none. */
  apiKey: string | null
  /** Whether a sentence behind the prompt tells the model where the asker is. */
  locationHint: boolean
  /** Milliseconds, 120,000 unless given. */
  timeout?: number
  /** Bytes, 5 MiB unless given. */
  largestBody?: number
}

const artifactSchema = z.looseObject({
  body: z.string(),
  locationApplied: z.enum(['prompt_hint', 'none']),
  request: z.looseObject({ body: z.looseObject({ model: z.string() }) }),
})

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

/**
 * Any server that speaks OpenAI's chat completions, without web search: the model answers from memory, so there are no citations. The
 * address is the operator's choice and is not checked against private networks. The raw artifact holds the request (without the
 * key), the status, some headers and the body as text.
 */
export function createOpenAiCompatibleDriver(options: OpenAiCompatibleOptions): Driver {
  const url = endpointUrl(options.baseUrl, '/chat/completions')
  return {
    async ask(question): Promise<RawAnswer> {
      const body = {
        model: options.model,
        messages: [{ role: 'user', content: contentOf(question, options.locationHint) }],
        stream: false,
      }
      const answer = await postJson({
        url: url.href,
        headers: options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` },
        body,
        signal: question.signal,
        timeout: options.timeout ?? 120_000,
        largestBody: options.largestBody ?? 5 * 1024 * 1024,
      })
      if (answer.status < 200 || answer.status > 299) throw failureOf(answer, options.apiKey)
      const failure = failureWithinSuccess(answer, options.apiKey)
      if (failure !== null) throw failure
      return {
        driver: 'openai-compatible',
        httpStatus: answer.status,
        headers: answer.headers,
        body: answer.body,
        // The query of an address may hold a key.
        request: { url: url.origin + url.pathname, body },
        locationApplied: options.locationHint ? 'prompt_hint' : 'none',
      }
    },
    read: readCompletion,
  }
}

function readCompletion(raw: RawAnswer): ProviderAnswer {
  const artifact = artifactSchema.safeParse(raw)
  if (!artifact.success) {
    const reason = z.prettifyError(artifact.error)
    throw new ProviderError('drift', `not an artifact of this driver: ${reason}`)
  }
  const { text, refusal, finishReason, model, usage } = readChatCompletion(artifact.data.body)
  const refused = refusal !== '' || (text === '' && finishReason === 'content_filter')
  if (text === '' && !refused) {
    throw new ProviderError('drift', `the completion holds no text (finish_reason ${finishReason})`)
  }
  return {
    status: refused ? 'refused' : 'ok',
    surface: 'api',
    locationApplied: artifact.data.locationApplied,
    model: { requested: artifact.data.request.body.model, reported: model },
    text: refusal === '' ? text : refusal,
    citations: [],
    searchQueries: [],
    searched: false,
    usage: usage && { ...usage, searches: null },
    costUsd: null,
  }
}

function contentOf({ prompt, location }: Question, locationHint: boolean): string {
  return locationHint ? `${prompt}\n\nI am in ${countryNames.of(location) ?? location}.` : prompt
}
