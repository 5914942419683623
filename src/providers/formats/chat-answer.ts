import { type AnswerCitation, type Bill, ProviderError } from '../../core/provider-port/driver.ts'
import { citationsOf } from './chat-citations.ts'
import { type ChatCompletion, readChatCompletion } from './chat-completion.ts'

/** The answer in a chat completion, without surface and location. */
interface ChatAnswer extends Bill {
  status: 'ok' | 'refused'
  text: string
  citations: AnswerCitation[]
  searchQueries: string[]
  /** Null if the body does not say. */
  searched: boolean | null
  partial: boolean
  unrecognized: string[]
}

/** Finish reasons of a truncated answer. OpenRouter uses `error`. */
const CUT_OFF = new Set(['length', 'max_tokens', 'error', 'content_filter'])

/**
 * Parses the answer in a chat completion, with the sources that its server provides.
 * @param body parsed body of the response
 * @param requested the requested model
 * @throws {ProviderError} of kind `drift` if the body is not a chat completion, or has no text
 */
export function readChatAnswer(body: unknown, requested: string | null): ChatAnswer {
  const completion = readChatCompletion(body)
  const { text, refusal, finishReason, model, usage, costUsd, searchQueries } = completion
  const bill = { model: { requested, reported: model }, usage, costUsd }
  const refused = refusal !== '' || (text === '' && finishReason === 'content_filter')
  if (text === '' && !refused) {
    throw new ProviderError('drift', `the completion contains no text (finish_reason ${finishReason})`, {
      bill,
    })
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
