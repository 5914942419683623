import { z } from 'zod'
import type { DriverAnswer, RawAnswer } from '../../core/provider-port/driver.ts'
import { readChatAnswer } from '../formats/chat-answer.ts'
import { unwrapped } from '../formats/wrapped-body.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { text } from '../parsing/lenient.ts'
import { isAgentAnswer, readAgentAnswer } from './agent-answer.ts'

const requestSchema = z.looseObject({ model: text }).catch({ model: null })

/**
 * Parses an answer of the Sonar API or the Agent API.
 * @throws {ProviderError} of kind `drift` if it is neither, or has no text
 */
export function parseAnswer(raw: RawAnswer): DriverAnswer {
  const { body: stored, request, locationApplied } = readStoredExchange(raw, 'perplexity')
  // The asynchronous API wraps completions.
  const body = unwrapped(stored, ['choices', 'output'])
  const { model } = requestSchema.parse(request)
  const answer = isAgentAnswer(body) ? readAgentAnswer(body, model) : readChatAnswer(body, model)
  return { ...answer, surface: 'api', locationApplied }
}
