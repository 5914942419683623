import { z } from 'zod'
import type { ProviderAnswer, RawAnswer } from '../driver.ts'
import { readChatAnswer } from '../formats/chat-answer.ts'
import { unwrapped } from '../formats/wrapped-body.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { text } from '../reading/lenient.ts'

const requestSchema = z.looseObject({ model: text }).catch({ model: null })

/**
 * Parses a chat completion. Most servers do not search; the sources of those that do are read where OpenAI, OpenRouter, Groq,
 * LiteLLM and Perplexity write them.
 * @throws {ProviderError} of kind `drift` for a body that is no chat completion, or one without any text
 */
export function readAnswer(raw: RawAnswer): ProviderAnswer {
  const { body, request, locationApplied } = readStoredExchange(raw, 'openai-compatible')
  const { searched, ...answer } = readChatAnswer(
    unwrapped(body, ['choices']),
    requestSchema.parse(request).model,
  )
  const { requested, reported } = answer.model
  // Models that always search, such as gpt-5-search-api, need not say so.
  const unknown = /search/.test(`${requested} ${reported}`) ? null : false
  return { ...answer, surface: 'api', locationApplied, searched: searched ?? unknown }
}
