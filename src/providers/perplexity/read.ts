import { z } from 'zod'
import type { ProviderAnswer, RawAnswer } from '../driver.ts'
import { readChatAnswer } from '../http/chat-answer.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { text } from '../lenient.ts'
import { isAgentAnswer, readAgentAnswer } from './agent-answer.ts'

const requestSchema = z.looseObject({ model: text }).catch({ model: null })
/** What the asynchronous API wraps a completion in. */
const wrappedSchema = z.looseObject({ response: z.looseObject({ choices: z.array(z.unknown()) }) })

/** @throws {ProviderError} of kind `drift` for what is no answer of the Sonar or the Agent API with text */
export function readAnswer(raw: RawAnswer): ProviderAnswer {
  const { body, request, locationApplied } = readStoredExchange(raw, 'perplexity')
  const { model } = requestSchema.parse(request)
  const wrapped = wrappedSchema.safeParse(body)
  const answer = isAgentAnswer(body)
    ? readAgentAnswer(body, model)
    : readChatAnswer(wrapped.success ? wrapped.data.response : body, model)
  return { ...answer, surface: 'api', locationApplied }
}
