import { type AnswerCitation, type Bill, ProviderError } from '../driver.ts'
import { citationsOf } from './chat-citations.ts'
import { type ChatCompletion, readChatCompletion } from './chat-completion.ts'

/** What a chat completion answers; `model` is that of the request as well, see {@link readChatAnswer}. */
interface ChatAnswer extends Bill {
  status: 'ok' | 'refused'
  text: string
  citations: AnswerCitation[]
  searchQueries: string[]
  /** Null where the body does not say. */
  searched: boolean | null
  partial: boolean
  unrecognized: string[]
}

/** Reasons to finish by which an answer is cut off; `error` is that of OpenRouter. */
const CUT_OFF = new Set(['length', 'max_tokens', 'error', 'content_filter'])

/**
 * Reads the answer in a chat completion, with the sources that its server gives.
 * @param body parsed
 * @param requested the model that was requested
 * @throws {ProviderError} of kind `drift` for a body that is no chat completion, or one without any text
 */
export function readChatAnswer(body: unknown, requested: string | null): ChatAnswer {
  const completion = readChatCompletion(body)
  const { text, refusal, finishReason, model, usage, costUsd, searchQueries } = completion
  const bill = { model: { requested, reported: model }, usage, costUsd }
  const refused = refusal !== '' || (text === '' && finishReason === 'content_filter')
  if (text === '' && !refused) {
    throw new ProviderError('drift', `the completion holds no text (finish_reason ${finishReason})`, { bill })
  }
  const { citations, unrecognized } =
    refusal === '' ? citationsOf(completion) : { citations: [], unrecognized: [] }
  return {
    ...bill,
    status: refused ? 'refused' : 'ok',
    text: refusal === '' ? text : refusal,
    citations,
    searchQueries: [...new Set(searchQueries)],
    searched: searchedOf(completion, citations),
    partial: text !== '' && CUT_OFF.has(finishReason?.toLowerCase() ?? ''),
    unrecognized: [...completion.unrecognized, ...unrecognized],
  }
}

function searchedOf(completion: ChatCompletion, citations: readonly AnswerCitation[]): boolean | null {
  const { searchQueries, usage, listsSources } = completion
  if (citations.length > 0 || searchQueries.length > 0 || (usage?.searches ?? 0) > 0) return true
  return usage?.searches === 0 || listsSources ? false : null
}
