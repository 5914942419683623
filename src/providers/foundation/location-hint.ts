import { getCountry } from '../../definitions/countries/country.ts'
import { languageName, partsOf } from '../../definitions/countries/location.ts'

/**
 * Appends sentences that name the city, the country and the language, for models without a location parameter.
 * `locationApplied` is then `prompt_hint`.
 */
export function withLocationHint(prompt: string, location: string): string {
  const { country, language, city } = partsOf(location)
  const place = city === null ? getCountry(country).name : `${city}, ${getCountry(country).name}`
  const answer = language === null ? '' : ` Please answer in ${languageName(language)}.`
  return `${prompt}\n\nI am in ${place}.${answer}`
}
