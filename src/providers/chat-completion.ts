import { z } from 'zod'
import { ProviderError } from './driver.ts'

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

/** What a model wrote, in whatever form its server sent it. */
export interface ChatCompletion {
  /** Without the thoughts of a reasoning model; empty where nothing was written. */
  text: string
  /** The words of a refusal, empty where there is none. */
  refusal: string
  finishReason: string | null
  /** The model the server says it was. */
  model: string | null
  usage: { inputTokens: number | null; outputTokens: number | null } | null
}

/** An address below a server's base address; a query stays. */
export function endpointUrl(baseUrl: string, path: '/chat/completions' | '/models'): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url
}

/**
 * Reads the body of a chat completion.
 * @throws {ProviderError} of kind `drift` for anything else
 */
export function readChatCompletion(body: string): ChatCompletion {
  const parsed = completionSchema.safeParse(parseBody(body))
  if (!parsed.success) {
    throw new ProviderError('drift', `not a chat completion: ${z.prettifyError(parsed.error)}`)
  }
  const { model, choices, usage } = parsed.data
  const choice = choices[0]
  return {
    text: withoutThoughts(textOf(choice?.message.content)),
    refusal: choice?.message.refusal ?? '',
    finishReason: choice?.finish_reason ?? null,
    model: model ?? null,
    usage: usage
      ? { inputTokens: usage.prompt_tokens ?? null, outputTokens: usage.completion_tokens ?? null }
      : null,
  }
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
