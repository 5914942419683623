import type { z } from 'zod'
import { type Driver, ProviderError } from '../../core/provider-port/driver.ts'
import { partsOf } from '../../definitions/countries/location.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { googleLanguageOf } from '../foundation/google-language.ts'
import { withPersona } from '../foundation/persona.ts'
import { asKeyword, createAccountApi } from './account.ts'
import { failureInBody } from './failures.ts'
import { locationCodeOf } from './locations.ts'
import type { settingsSchema } from './settings.ts'
import { ASKED_SURFACES } from './surfaces.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'login' | 'password'>, 'credentials'>

/** Asks one surface as a user in the country would see it. The vendor answers within two minutes. */
export function createAsk({ baseUrl, options, credentials }: AskSettings): Driver['ask'] {
  const { surface, language } = options
  const { path, maximumLength, extras } = ASKED_SURFACES[surface]
  const api = createAccountApi({
    baseUrl,
    login: credentials.login ?? '',
    password: credentials.password ?? '',
  })
  return async ({ prompt: question, location, persona, signal }) => {
    const prompt = withPersona(question, persona)
    const length = [...prompt].length
    if (length > maximumLength) {
      const message = `the prompt has ${length} characters; ${surface} takes at most ${maximumLength}`
      throw new ProviderError('invalid', message)
    }
    const { country } = partsOf(location)
    const locationCode = locationCodeOf(country)
    if (locationCode === null) {
      throw new ProviderError('location_unsupported', `DataForSEO does not cover ${country}`)
    }
    const exchange = await api.call({
      path,
      body: [
        {
          keyword: asKeyword(prompt),
          location_code: locationCode,
          language_code:
            partsOf(location).language === null && language ? language : googleLanguageOf(location),
          ...extras(options),
        },
      ],
      signal,
    })
    const failure = failureInBody(exchange.body)
    if (failure) throw failure
    return { ...exchange, surface, locationApplied: 'native' }
  }
}
