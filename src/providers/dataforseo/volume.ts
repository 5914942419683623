import { z } from 'zod'
import { ProviderError } from '../../core/provider-port/driver.ts'
import { VolumeError, type VolumeFigure, type VolumeSource } from '../../core/provider-port/volume-source.ts'
import { parseAs, parseBody } from '../http/stored-exchange.ts'
import { listOf, number } from '../parsing/lenient.ts'
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

/** Maximum volume: the largest number that can be stored, and more than a plausible number of questions. */
const LARGEST = 2_147_483_647

/**
 * Creates the source for DataForSEO's AI search volumes
 * (https://docs.dataforseo.com/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live/). The vendor models
 * them from the questions in Google's "People also ask". Each call is billed. There is no volume for texts that the
 * vendor does not accept as a keyword, such as a whole prompt with unsupported characters.
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

/** Returns the volume of a keyword in a response body, or null if it has none. */
function readFigure(body: unknown, keyword: string): VolumeFigure | null {
  const [result] = readTask(body).results
  if (!result) return null
  const { items } = parseAs(resultSchema, result, 'search volumes')
  const asked = new Set([comparable(keyword), comparable(asKeyword(keyword))])
  // Keywords without data come back without a volume, or not at all.
  const item = items.find((each) => asked.has(comparable(each.keyword)))
  if (!item || item.ai_search_volume === null) return null
  const monthlyVolume = Math.round(item.ai_search_volume)
  if (monthlyVolume < 0 || monthlyVolume > LARGEST) {
    throw new ProviderError('drift', `${monthlyVolume} is not a valid number of questions per month`)
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

/** Normalizes a keyword for comparison. The vendor returns keywords in lower case. */
function comparable(keyword: string): string {
  return keyword.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** Returns whether the vendor rejects the country or the keyword, which means that it has no volume for them. */
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
