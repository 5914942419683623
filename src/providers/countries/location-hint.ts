import { countryOf } from './country.ts'

/** The prompt with a sentence that names the country, for models that cannot be told it otherwise: `locationApplied` is `prompt_hint`. */
export function withLocationHint(prompt: string, location: string): string {
  return `${prompt}\n\nI am in ${countryOf(location).name}.`
}
