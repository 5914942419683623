import { z } from 'zod'
import type { DriverAnswer, RawAnswer } from '../../core/provider-port/driver.ts'
import { readChatAnswer } from '../formats/chat-answer.ts'
import { unwrapped } from '../formats/wrapped-body.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { text } from '../parsing/lenient.ts'

const requestSchema = z.looseObject({ model: text }).catch({ model: null })

/**
 * Parses a chat completion. Most servers do not search. Sources of servers that search are read from the fields that
 * OpenAI, OpenRouter, Groq, LiteLLM and Perplexity use.
 * @throws {ProviderError} of kind `drift` if the body is not a chat completion, or has no text
 */
export function parseAnswer(raw: RawAnswer): DriverAnswer {
  const { body, request, locationApplied } = readStoredExchange(raw, 'openai-compatible')
  const { searched, ...answer } = readChatAnswer(
    unwrapped(body, ['choices']),
    requestSchema.parse(request).model,
  )
  const { requested, reported } = answer.model
  // Models that always search, such as gpt-5-search-api, may not report it.
  const unknown = /search/.test(`${requested} ${reported}`) ? null : false
  return { ...answer, surface: 'api', locationApplied, searched: searched ?? unknown }
}
