import { getCountry } from '../../definitions/countries/country.ts'
import { partsOf } from '../../definitions/countries/location.ts'

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

/** Languages of Google's interface that a location can name (https://serpapi.com/google-languages). */
const SUPPORTED = new Set(
  [
    'af ak am ar az be bem bg bn br bs ca ceb chr ckb co crs cs cy da de ee el en eo es et eu fa fi fil fo fr fy',
    'ga gaa gd gl gn gu ha haw he hi hr ht hu hy ia id ig is it ja jv ka kg kk km kn ko kri ku ky la lg ln lo loz',
    'lt lua lv mfe mg mi mk ml mn mr ms mt my nb ne nl nn no nso ny nyn oc om or pa pcm pl ps pt qu rm rn ro ru rw',
    'sd si sk sl sn so sq sr sr-Latn st su sv sw ta te tg th ti tk tlh tn to tr tt tum tw ug uk ur uz vi wo xh yi yo',
    'zh zh-Hans zh-Hant zu',
  ].flatMap((line) => line.split(' ')),
)

/** Returns whether Google has an interface in the language of a location. */
export function hasGoogleLanguage(language: string): boolean {
  return SUPPORTED.has(language)
}

/** Returns Google's code for the language of a location; without one, for the main language of its country. */
export function googleLanguageOf(location: string): string {
  const { country, ...requested } = partsOf(location)
  const language = requested.language ?? getCountry(country).language
  if (language === 'zh-Hans') return 'zh-CN'
  if (language === 'zh-Hant') return 'zh-TW'
  if (language === 'zh') return country === 'CN' ? 'zh-CN' : 'zh-TW'
  if (language === 'pt' && requested.language !== null) return country === 'BR' ? 'pt-BR' : 'pt-PT'
  if (language === 'jv') return 'jw'
  return GOOGLE_LANGUAGES[language] ?? language
}
