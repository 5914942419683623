import { getCountry } from '../../definitions/countries/country.ts'

/**
 * Appends a sentence that names the country, for models without a location parameter. `locationApplied` is then
 * `prompt_hint`.
 */
export function withLocationHint(prompt: string, location: string): string {
  return `${prompt}\n\nI am in ${getCountry(location).name}.`
}
