import { getCountry } from '../../definitions/countries/country.ts'

/**
 * Google's codes for languages that CLDR names differently. For languages without a Google interface, the language
 * that people read instead.
 */
const GOOGLE_LANGUAGES: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  he: 'iw',
  fil: 'tl',
  bm: 'fr',
  sg: 'fr',
  gn: 'es',
  pap: 'nl',
  kl: 'da',
  bi: 'en',
  dv: 'en',
  dz: 'en',
  pau: 'en',
  sm: 'en',
  tkl: 'en',
  tpi: 'en',
  tvl: 'en',
}

/** Returns Google's code for the main language of a country. */
export function googleLanguageOf(location: string): string {
  const { language } = getCountry(location)
  if (language === 'zh') return location === 'CN' ? 'zh-CN' : 'zh-TW'
  return GOOGLE_LANGUAGES[language] ?? language
}
