import { z } from 'zod'
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

/** A chat completion (https://platform.openai.com/docs/api-reference/chat/object) as Ollama, vLLM and other servers send it. */
const completionSchema = z.looseObject({
  model: z.string().nullish(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: z
            .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().nullish() }))])
            .nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .looseObject({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() })
    .nullish(),
})

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
  const url = completionsUrl(options.baseUrl)
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
  if (!artifact.success) throw drift('not an artifact of this driver', artifact.error)
  const completion = completionSchema.safeParse(parseBody(artifact.data.body))
  if (!completion.success) throw drift('not a chat completion', completion.error)

  const { model, choices, usage } = completion.data
  const choice = choices[0]
  const refusal = choice?.message.refusal ?? ''
  const written = withoutThoughts(textOf(choice?.message.content))
  const refused = refusal !== '' || (written === '' && choice?.finish_reason === 'content_filter')
  if (written === '' && !refused) {
    throw new ProviderError('drift', `the completion holds no text (finish_reason ${choice?.finish_reason})`)
  }
  return {
    status: refused ? 'refused' : 'ok',
    surface: 'api',
    locationApplied: artifact.data.locationApplied,
    model: { requested: artifact.data.request.body.model, reported: model ?? null },
    text: refusal === '' ? written : refusal,
    citations: [],
    searchQueries: [],
    searched: false,
    usage: usage
      ? {
          inputTokens: usage.prompt_tokens ?? null,
          outputTokens: usage.completion_tokens ?? null,
          searches: null,
        }
      : null,
    costUsd: null,
  }
}

function completionsUrl(baseUrl: string): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  return url
}

function contentOf({ prompt, location }: Question, locationHint: boolean): string {
  return locationHint ? `${prompt}\n\nI am in ${countryNames.of(location) ?? location}.` : prompt
}

function textOf(content: string | { text?: string | null | undefined }[] | null | undefined): string {
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : (content ?? '')
}

/** Reasoning models behind Ollama and vLLM may think aloud in front of the answer; that is not what they say. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '')
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    const start = body.trimStart().slice(0, 80)
    throw new ProviderError('drift', `the answer is not JSON, it starts with ${JSON.stringify(start)}`, {
      cause,
    })
  }
}

function drift(what: string, error: z.ZodError): ProviderError {
  return new ProviderError('drift', `${what}: ${z.prettifyError(error)}`)
}
