import type { z } from 'zod'
import type { Driver } from '../../core/provider-port/driver.ts'
import { getCountry } from '../../definitions/countries/country.ts'
import { partsOf } from '../../definitions/countries/location.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { googleLanguageOf } from '../foundation/google-language.ts'
import { withPersona } from '../foundation/persona.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import { failureIn, readError } from './failures.ts'
import { bodyIn, pageTokenIn, parsedOrNull } from './sections.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

const ENGINES = { ai_overview: 'google', ai_mode: 'google_ai_mode', copilot: 'bing_copilot' } as const

/**
 * Searches from a country (https://serpapi.com/search-api). Most AI Overviews need a second request
 * (https://serpapi.com/google-ai-overview-api). Its token expires within four minutes, so it is sent right away.
 * There is no option for the Google domain, because Google serves all countries from google.com.
 */
export function createAsk({ baseUrl, options, credentials }: AskSettings): Driver['ask'] {
  const apiKey = credentials.apiKey ?? ''
  const { surface, cache } = options
  const api = createVendorApi({ baseUrl, secrets: [apiKey], readError })

  async function search(parameters: Record<string, string>, signal: AbortSignal) {
    const exchange = await api.call({
      method: 'GET',
      path: '/search.json',
      query: { ...parameters, ...(!cache && { no_cache: 'true' }) },
      hiddenQuery: { api_key: apiKey },
      signal,
    })
    const body = bodyIn(parsedOrNull(exchange.body))
    const failure = body && failureIn(body)
    if (failure) throw failure
    return exchange
  }

  return async ({ prompt, location, persona, signal }) => {
    const isLocated = surface !== 'copilot'
    const { country, city } = partsOf(location)
    const first = await search(
      {
        engine: ENGINES[surface],
        q: withPersona(prompt, persona),
        ...(isLocated && { gl: country.toLowerCase(), hl: googleLanguageOf(location).toLowerCase() }),
        // The vendor takes the largest of its places that match the name (https://serpapi.com/locations-api).
        ...(isLocated && city !== null && { location: `${city}, ${getCountry(country).name}` }),
      },
      signal,
    )
    const facts = { surface, locationApplied: isLocated ? 'native' : 'none' }
    const token = surface === 'ai_overview' ? pageTokenIn(first.body) : null
    if (token === null) return { ...first, ...facts }
    const second = await search({ engine: 'google_ai_overview', page_token: token }, signal)
    return { ...second, earlier: first, ...facts }
  }
}
