import { z } from 'zod'
import { type ProviderAnswer, ProviderError, type RawAnswer } from '../driver.ts'
import { readChatCompletion } from '../http/chat-completion.ts'

const rawSchema = z.looseObject({
  body: z.string(),
  locationApplied: z.enum(['prompt_hint', 'none']),
  request: z.looseObject({ body: z.looseObject({ model: z.string() }) }),
})

/**
 * Parses a chat completion. There are no citations, because the model does not search.
 * @throws {ProviderError} of kind `drift` for a body that is no chat completion, or one without any text
 */
export function readAnswer(raw: RawAnswer): ProviderAnswer {
  const parsed = rawSchema.safeParse(raw)
  if (!parsed.success) {
    const reason = z.prettifyError(parsed.error)
    throw new ProviderError('drift', `not a raw answer of the openai-compatible driver: ${reason}`)
  }
  const { body, locationApplied, request } = parsed.data
  const { text, refusal, finishReason, model, usage } = readChatCompletion(body)
  const bill = {
    model: { requested: request.body.model, reported: model },
    usage: usage && { ...usage, searches: null },
    costUsd: null,
  }
  const refused = refusal !== '' || (text === '' && finishReason === 'content_filter')
  if (text === '' && !refused) {
    throw new ProviderError('drift', `the completion holds no text (finish_reason ${finishReason})`, { bill })
  }
  return {
    status: refused ? 'refused' : 'ok',
    surface: 'api',
    locationApplied,
    ...bill,
    text: refusal === '' ? text : refusal,
    citations: [],
    searchQueries: [],
    searched: false,
    partial: finishReason === 'length',
    unrecognized: [],
  }
}
