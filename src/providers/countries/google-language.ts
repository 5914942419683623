import { countryOf } from './country.ts'

/** Codes of Google for languages that CLDR names otherwise, and languages in which its pages are not offered, with what is read instead. */
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

/** The code by which Google knows the language of most people in a country. */
export function googleLanguageOf(location: string): string {
  const { language } = countryOf(location)
  if (language === 'zh') return location === 'CN' ? 'zh-CN' : 'zh-TW'
  return GOOGLE_LANGUAGES[language] ?? language
}
