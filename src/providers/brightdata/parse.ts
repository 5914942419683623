import {
  type DriverAnswer,
  ProviderError,
  type Question,
  type RawAnswer,
} from '../../core/provider-port/driver.ts'
import { getCountry } from '../../definitions/countries/country.ts'
import { partsOf } from '../../definitions/countries/location.ts'
import { readStoredExchangeAs } from '../http/stored-exchange.ts'
import { placementsIn } from '../parsing/placements.ts'
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
/** Common spellings of country codes that are not ISO codes. */
const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB' }

/**
 * Parses a downloaded snapshot
 * (https://docs.brightdata.com/api-reference/scrapers/ai-search-apis/chatgpt-search-by-prompt). The fields differ
 * between scrapers.
 * @throws {ProviderError} of kind `drift` if there is no answer; Google AI Mode may show none, unless the record
 *   reports a failure
 */
export function parseAnswer(raw: RawAnswer, { location }: Pick<Question, 'location'>): DriverAnswer {
  const { body: rows, locationApplied } = readStoredExchangeAs(raw, 'brightdata', rowsOf)
  const row = rows.find((each) => answerIn(each) !== '') ?? rows.find(hasAnswerField)
  if (!row) throw new ProviderError('drift', 'the snapshot contains no record of an answer')
  const text = answerIn(row)
  if (text === '' && (raw.surface !== 'google_ai_mode' || failureIn(row))) {
    throw new ProviderError('drift', failureIn(row)?.message ?? 'the record contains no text')
  }
  const searchQueries = [...new Set(QUERY_FIELDS.flatMap((field) => textsIn(row[field])))]
  return {
    status: text === '' ? 'not_shown' : 'ok',
    surface: 'consumer_ui',
    locationApplied: isFrom(row, partsOf(location).country) ? locationApplied : 'none',
    model: { requested: null, reported: firstText(row, MODEL_FIELDS) },
    text,
    citations: sourcesOf(row, text),
    searchQueries,
    // The flag is sometimes false for answers with search results.
    searched: hasSearchResults(row) || searchQueries.length > 0 || flagIn(row.web_search_triggered),
    usage: null,
    costUsd: null,
    partial: false,
    placements: [
      ...placementsIn('product', row.shopping ?? row.shopping_data),
      ...placementsIn('local_business', row.map),
      ...placementsIn('card', row.recommendations),
    ],
    unrecognized: [],
  }
}

/** Returns false if the record names another country as its location. */
function isFrom(row: Row, country: string): boolean {
  const input = isRow(row.input) ? row.input : {}
  const reported = (firstText(row, ['country']) ?? firstText(input, ['country']))?.trim() ?? ''
  if (reported === '') return true
  const code = reported.toUpperCase()
  return (
    (OTHER_CODES[code] ?? code) === country ||
    reported.toLowerCase() === getCountry(country).name.toLowerCase()
  )
}
