import { z } from 'zod'
import { ProviderError } from '../driver.ts'
import { parseAs, parseBody } from '../http/stored-exchange.ts'
import { listOf, number } from '../reading/lenient.ts'
import { VolumeError, type VolumeFigure, type VolumeSource } from '../volume-source.ts'
import { asKeyword, createAccountApi } from './account.ts'
import { failureInBody } from './failures.ts'
import { locationCodeOf } from './locations.ts'
import { readTask } from './task.ts'
import { VOLUME_LANGUAGES } from './volume-languages.ts'

const itemSchema = z.looseObject({
  keyword: z.string(),
  ai_search_volume: number,
  ai_monthly_searches: listOf(
    z.looseObject({
      year: z.coerce.number().int().min(2000).max(9999),
      month: z.coerce.number().int().min(1).max(12),
      ai_search_volume: number,
    }),
  ),
})
const resultSchema = z.looseObject({ items: listOf(itemSchema) })

/** More questions than people can ask, and the largest number that is stored. */
const LARGEST = 2_147_483_647

/**
 * AI search volumes of DataForSEO
 * (https://docs.dataforseo.com/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live/): modelled from the questions of
 * Google's "People also ask". Each call is charged to the account. A keyword that the vendor takes for none, such as a whole prompt
 * with signs it does not know, has no figure.
 */
export function createVolumeSource(account: {
  baseUrl: string
  login: string
  password: string
}): VolumeSource {
  const api = createAccountApi(account)
  return {
    id: 'dataforseo',
    countries: [...VOLUME_LANGUAGES.keys()],
    async estimate({ keyword, country, signal }) {
      try {
        const exchange = await api.call({
          path: '/ai_optimization/ai_keyword_data/keywords_search_volume/live',
          body: [
            {
              keywords: [asKeyword(keyword)],
              location_code: locationCodeOf(country),
              language_code: VOLUME_LANGUAGES.get(country) ?? 'en',
            },
          ],
          signal,
        })
        const failure = failureInBody(exchange.body)
        if (failure) throw failure
        return readFigure(parseBody(exchange.body), keyword)
      } catch (error) {
        if (isWithoutFigure(error)) return null
        throw volumeError(error)
      }
    },
  }
}

/** The figure of a keyword in the body of a response; null where it has none. */
function readFigure(body: unknown, keyword: string): VolumeFigure | null {
  const [result] = readTask(body).results
  if (!result) return null
  const { items } = parseAs(resultSchema, result, 'search volumes')
  const asked = new Set([comparable(keyword), comparable(asKeyword(keyword))])
  // A keyword that was sent in vain comes back without a figure, or not at all.
  const item = items.find((each) => asked.has(comparable(each.keyword)))
  if (!item || item.ai_search_volume === null) return null
  const monthlyVolume = Math.round(item.ai_search_volume)
  if (monthlyVolume < 0 || monthlyVolume > LARGEST) {
    throw new ProviderError('drift', `${monthlyVolume} is no number of questions in a month`)
  }
  const months = item.ai_monthly_searches
    .filter((month) => month.ai_search_volume !== null)
    .map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}`)
  return {
    monthlyVolume,
    confidence: 'medium',
    method: 'ai_search_volume',
    asOf: months.toSorted().at(-1) ?? null,
  }
}

/** The vendor answers in lower case. */
function comparable(keyword: string): string {
  return keyword.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** Whether the vendor refuses the country or the keyword, of which it then has no figures. */
function isWithoutFigure(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  if (error.kind === 'location_unsupported') return true
  return error.kind === 'invalid' && /^40501 .*keyword/i.test(error.message)
}

function volumeError(error: unknown): VolumeError {
  if (!(error instanceof ProviderError)) return new VolumeError('failed', 'not understood', { cause: error })
  const { message, cause, retryAfter, rateLimited } = error
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new VolumeError('timeout', message, { cause: error })
  }
  const options = { cause: error, ...(retryAfter !== null && { retryAfter }) }
  return new VolumeError(rateLimited || retryAfter !== null ? 'unavailable' : 'failed', message, options)
}
