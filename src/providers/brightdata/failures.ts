import { ProviderError, type ProviderErrorKind } from '../../core/provider-port/driver.ts'
import type { ErrorReader } from '../http/http-failure.ts'
import { answerIn, firstText, isRow, type Row } from './rows.ts'

const PLACE = /\b(country|geo ?location|region)\b/i
const NOT_OFFERED = /\b(not|un|in)[ -]?(available|supported|allowed|valid|known)\b|must be/i
/** Account problems at the vendor. Narrow, because scraped pages mention payments and signing in as well. */
const ACCOUNT =
  /(customer|account) (is )?(not active|suspended|disabled)|insufficient (funds|balance)|billing/i
const QUESTION =
  /(invalid|bad|wrong)[ _-]?(input|prompt|param\w*|url)|validation|too long|maximum length|max(imum)? \w* ?characters/i
const MAXIMUM_DETAIL = 300

/** Classifies failed requests (https://docs.brightdata.com/api-reference/web-scraper-api/trigger-a-collection). */
export const readError: ErrorReader = ({ status, body, message }) => {
  if (status === 400 || status === 422) {
    if (PLACE.test(message) || namesCountry(body)) return { kind: 'location_unsupported' }
    if (ACCOUNT.test(message)) return { kind: 'stop' }
  }
  // A 404 means a wrong dataset id, which is not the question's fault.
  return status === 404 ? { kind: 'stop' } : null
}

/** Returns whether `errors` lists the country. The vendor reports rejected inputs as `errors: [["country", "…"]]`. */
function namesCountry(body: unknown): boolean {
  const errors = isRow(body) && Array.isArray(body.errors) ? body.errors : []
  return errors.flat().some((field) => field === 'country')
}

/** Returns the failure that a record reports, or null if the record has an answer or no error. */
export function failureIn(row: Row): ProviderError | null {
  if (answerIn(row) !== '') return null
  const reported = [...wordsIn(row, ['error_code', 'warning_code']), ...wordsIn(row, ['error', 'warning'])]
  if (reported.length === 0) return null
  const words = reported.join(': ').slice(0, MAXIMUM_DETAIL)
  return new ProviderError(kindOf(words), `the scraper reported ${words}`)
}

function wordsIn(row: Row, fields: readonly string[]): string[] {
  const words = firstText(row, fields)
  if (words !== null) return [words.replace(/\s+/g, ' ').trim()]
  return isRow(row.error) ? [firstText(row.error, ['message', 'code', 'type']) ?? 'an error'] : []
}

/** Classifies a reported failure. Most are pages that did not load, which may work in another session. */
function kindOf(words: string): ProviderErrorKind {
  if (PLACE.test(words) && NOT_OFFERED.test(words)) return 'location_unsupported'
  if (ACCOUNT.test(words)) return 'stop'
  return QUESTION.test(words) ? 'invalid' : 'retry'
}
