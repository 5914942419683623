import type { z } from 'zod'
import type { Driver } from '../../core/provider-port/driver.ts'
import { getCountry } from '../../definitions/countries/country.ts'
import { partsOf } from '../../definitions/countries/location.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { failureWithinSuccess } from '../http/http-failure.ts'
import { createVendorApi } from '../http/vendor-api.ts'
import { readError } from './errors.ts'
import type { settingsSchema } from './settings.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

/**
 * Asks a model that may search with Google (https://ai.google.dev/gemini-api/docs/google-search). The API has no
 * parameter for the country, so the request contains a point within it and its main language. A search cannot be
 * forced.
 */
export function createAsk({ baseUrl, model, options, credentials }: AskSettings): Driver['ask'] {
  const apiKey = credentials.apiKey ?? ''
  const failures = { secrets: [apiKey], readError }
  const api = createVendorApi({
    baseUrl,
    version: 'v1beta',
    headers: { 'x-goog-api-key': apiKey },
    ...failures,
  })
  const searches = options.search !== 'never'
  return async ({ prompt, location, persona, signal }) => {
    const { country, language } = partsOf(location)
    const { coordinates, language: mainLanguage } = getCountry(country)
    const exchange = await api.call({
      path: `/models/${model.replace(/^models\//, '')}:generateContent`,
      body: {
        ...(persona !== null && { systemInstruction: { parts: [{ text: persona }] } }),
        contents: [{ role: 'user', parts: [{ text: prompt }] }],
        ...(searches && {
          tools: [{ googleSearch: {} }],
          toolConfig: {
            retrievalConfig: {
              languageCode: language ?? mainLanguage,
              ...(coordinates && { latLng: coordinates }),
            },
          },
        }),
        generationConfig: { maxOutputTokens: options.maximumTokens + options.thinkingTokens },
      },
      signal,
    })
    const failure = failureWithinSuccess({ ...exchange, status: exchange.httpStatus }, failures)
    if (failure) throw failure
    return { ...exchange, locationApplied: searches && coordinates ? 'latlng' : 'none' }
  }
}
