import { z } from 'zod'
import type { ProviderAnswer, RawAnswer } from '../driver.ts'
import { readResponse } from '../http/responses.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { text } from '../lenient.ts'

const requestSchema = z.looseObject({ model: text }).catch({ model: null })

/** @throws {ProviderError} of kind `drift` for what is no response with text or a refusal */
export function readAnswer(raw: RawAnswer): ProviderAnswer {
  const { body, request, locationApplied } = readStoredExchange(raw, 'openai')
  const { refusal, model, ...answer } = readResponse(body)
  return {
    ...answer,
    status: refusal === null ? 'ok' : 'refused',
    surface: 'api',
    locationApplied,
    model: { requested: requestSchema.parse(request).model, reported: model },
    text: refusal ?? answer.text,
  }
}
