import { countryOf } from '../countries/country.ts'
import { type ProviderAnswer, ProviderError, type Question, type RawAnswer } from '../driver.ts'
import { readStoredExchangeAs } from '../http/stored-exchange.ts'
import { failureIn } from './failures.ts'
import { answerIn, firstText, flagIn, hasAnswerField, isRow, type Row, rowsOf, textsIn } from './rows.ts'
import { hasSearchResults, sourcesOf } from './sources.ts'

const QUERY_FIELDS = [
  'web_search_query',
  'web_search_queries',
  'search_query',
  'search_queries',
  'search_model_queries',
  'fan_out_queries',
  'query_fan_out',
]
const MODEL_FIELDS = ['model', 'model_slug', 'model_name']
/** Written by people in place of the ISO code. */
const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB' }

/**
 * Reads a downloaded snapshot (https://docs.brightdata.com/api-reference/scrapers/ai-search-apis/chatgpt-search-by-prompt); the
 * scrapers differ in their fields.
 * @throws {ProviderError} of kind `drift` for one without an answer, except that Google may show none
 */
export function readAnswer(raw: RawAnswer, { location }: Pick<Question, 'location'>): ProviderAnswer {
  const { body: rows, locationApplied } = readStoredExchangeAs(raw, 'brightdata', rowsOf)
  const row = rows.find((each) => answerIn(each) !== '') ?? rows.find(hasAnswerField)
  if (!row) throw new ProviderError('drift', 'the snapshot holds no record of an answer')
  const text = answerIn(row)
  if (text === '' && (raw.surface !== 'google_ai_mode' || failureIn(row))) {
    throw new ProviderError('drift', failureIn(row)?.message ?? 'the record holds no text')
  }
  const searchQueries = [...new Set(QUERY_FIELDS.flatMap((field) => textsIn(row[field])))]
  return {
    status: text === '' ? 'not_shown' : 'ok',
    surface: 'consumer_ui',
    locationApplied: isFrom(row, location) ? locationApplied : 'none',
    model: { requested: null, reported: firstText(row, MODEL_FIELDS) },
    text,
    citations: sourcesOf(row, text),
    searchQueries,
    // The flag is known to be false for answers with search results.
    searched: hasSearchResults(row) || searchQueries.length > 0 || flagIn(row.web_search_triggered),
    usage: null,
    costUsd: null,
    partial: false,
    unrecognized: [],
  }
}

/** Whether the record does not say that it was asked from another country. */
function isFrom(row: Row, location: string): boolean {
  const input = isRow(row.input) ? row.input : {}
  const reported = (firstText(row, ['country']) ?? firstText(input, ['country']))?.trim() ?? ''
  if (reported === '') return true
  const code = reported.toUpperCase()
  return (
    (OTHER_CODES[code] ?? code) === location ||
    reported.toLowerCase() === countryOf(location).name.toLowerCase()
  )
}
