import { z } from 'zod'
import { ProviderError } from '../driver.ts'
import { parseBody } from './stored-exchange.ts'

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

/** A parsed chat completion. */
export interface ChatCompletion {
  /** Without the `<think>` part of a reasoning model; empty when there is no content. */
  text: string
  /** The text of a refusal, empty where there is none. */
  refusal: string
  finishReason: string | null
  /** The model as the server reports it. */
  model: string | null
  usage: { inputTokens: number | null; outputTokens: number | null } | null
}

/** The URL of an endpoint below a base URL, whose query it keeps. */
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
    text: withoutReasoning(textOf(choice?.message.content)),
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

/** Removes the reasoning that models behind Ollama and vLLM may write before the answer. */
function withoutReasoning(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '')
}
