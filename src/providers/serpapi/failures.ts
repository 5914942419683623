import { ProviderError, type ProviderErrorKind } from '../../core/provider-port/driver.ts'
import type { ErrorReader } from '../http/http-failure.ts'
import { answerSectionOf, type Body } from './sections.ts'

const NO_RESULTS =
  /(hasn.t|didn.t|not|no) return(ed)? any|no results|not available for this search|fully empty/i
const COUNTRY = /\bgl\b|country|location/i
const REFUSED = /unsupported|not supported|invalid/i
const OUT_OF_SEARCHES = /run out of searches/i
const ACCOUNT = /api key|run out of searches|account|subscription/i
const PAUSE = /per hour|hourly|throughput|too many/i
const QUESTION = /missing|unsupported|invalid|too long/i

/**
 * Classifies failed requests (https://serpapi.com/api-status-and-error-codes). Only the message says what went wrong.
 */
export const readError: ErrorReader = ({ status, message }) => {
  if (status === 429) return OUT_OF_SEARCHES.test(message) ? { kind: 'stop' } : null
  if (status !== 400) return null
  if (COUNTRY.test(message) && REFUSED.test(message)) return { kind: 'location_unsupported' }
  // The token of an AI Overview expired before it was sent.
  if (/page.?token/i.test(message)) return { kind: 'retry' }
  return ACCOUNT.test(message) ? { kind: 'stop' } : null
}

/**
 * Returns the failure that a search with status 200 reports (https://serpapi.com/search-errors). Returns null if
 * there is an answer, or if Google or Bing showed none.
 */
export function failureIn(body: Body): ProviderError | null {
  if (answerSectionOf(body)) return null
  const { error, search_metadata: metadata } = body
  if (error !== null && !NO_RESULTS.test(error)) {
    return new ProviderError(kindOf(error), `the search failed: ${error.slice(0, 300)}`)
  }
  const status = metadata?.status?.toLowerCase() ?? 'success'
  return status === 'success' ? null : new ProviderError('retry', `the search ended as ${status}`)
}

function kindOf(error: string): ProviderErrorKind {
  if (COUNTRY.test(error) && REFUSED.test(error)) return 'location_unsupported'
  if (PAUSE.test(error)) return 'retry'
  if (ACCOUNT.test(error)) return 'stop'
  return QUESTION.test(error) && !/token|valid results/i.test(error) ? 'invalid' : 'retry'
}
