import type { Language } from './language.ts'
import { LANGUAGES } from './languages.ts'
import { entriesOf } from './scan-cues.ts'

/** Languages that are recognised and not read yet: primary subtags of BCP 47 with their function words. */
const UNREAD: Record<string, string> = {
  fi: 'ja, on, että, ovat, myös, kuin, mutta, tai, joka, jotka, voit, hyvä, paras, sekä, ei, olla, kun, jos, niin, se',
  pl: 'się, nie, jest, na, oraz, dla, które, jak, lub, który, można, warto, są, czy, też, od, przy, także, tym, tej',
  cs: 'je, se, že, jsou, pro, které, nebo, ale, také, která, při, být, jako, lze, není, si, ve, jeho, které, podle',
  tr: 've, bir, için, ile, bu, olarak, en, daha, çok, olan, gibi, veya, iyi, ise, kadar, sonra, da, ancak, değil, hem',
  hu: 'és, egy, hogy, nem, az, ez, van, vagy, mint, csak, már, meg, is, ha, lehet, legjobb, azonban, nagyon, akkor, több',
  ro: 'și, este, sunt, pentru, care, cu, din, mai, sau, nu, pe, cele, cel, această, dacă, poate, fi, cea, dar, ale',
  nb: 'og, å, er, det, som, på, ikke, noen, noe, hva, hvor, også, av, til, med, kan, har, hvis, fra, om, du, din, den, der, men, hos, kjøpe, mye, bare, etter, nå, jeg, dette, eller, være, mer, mest, mange, ved, seg, skal, når, blant, uten, kun, flere, både, deg, får, selv, mellom',
  id: 'yang, dan, untuk, dengan, ini, dari, adalah, atau, tidak, dapat, juga, pada, bisa, lebih, anda, terbaik, dalam, ada, akan, jika',
  vi: 'và, của, là, có, cho, được, các, một, không, trong, với, những, để, này, tốt, nhất, khi, bạn, hoặc, từ',
}

/** Languages of scripts that are not read, told by their letters. */
const SCRIPTS: readonly [RegExp, string][] = [
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Cyrillic}/gu, 'ru'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Arabic}/gu, 'ar'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Devanagari}/gu, 'hi'],
]

/** The language of a text. */
export interface RecognisedLanguage {
  /** Primary subtag of BCP 47; null where the text does not show it. */
  code: string | null
  /** How to read it; null for a language that is not read. A text that shows no language is read as English. */
  language: Language | null
}

// Of a long text its beginning shows the language.
const LONGEST_SAMPLE = 1200
const FEWEST_LETTERS_SHARE = 0.3
/** Function words that a text must have of a language that is not read, as many of them are names or words of other languages too. */
const FEWEST_UNREAD_WORDS = 5
const LETTER = /[\p{L}\p{M}]/u
/** Below this all letters are Latin: Basic Latin to Latin Extended-B. */
const FIRST_OTHER_SCRIPT = 0x250
const NONE: readonly number[] = []

const indexed = new Map<string, number[]>()
const codes: (Language | string)[] = []

function addLanguage(language: Language | string, functionWords: string): void {
  for (const word of entriesOf(functionWords)) {
    const known = indexed.get(word) ?? []
    known.push(codes.length)
    indexed.set(word, known)
  }
  codes.push(language)
}
for (const language of LANGUAGES)
  if (language.functionWords !== '') addLanguage(language, language.functionWords)
for (const [code, words] of Object.entries(UNREAD)) addLanguage(code, words)

const LONGEST_FUNCTION_WORD = Math.max(...[...indexed.keys()].map(({ length }) => length))

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 ? (code | 32) >= 97 && (code | 32) <= 122 : LETTER.test(text.charAt(at))
}

/** True for a text all of whose letters are Latin at first sight. */
function isLatin(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // General punctuation and symbols stand in all texts.
    if (code >= FIRST_OTHER_SCRIPT && (code < 0x2000 || code > 0x2bff)) return false
  }
  return true
}

function resultOf(found: Language | string | undefined): RecognisedLanguage {
  if (found === undefined) return { code: null, language: ENGLISH }
  if (typeof found !== 'string') return { code: found.code, language: found }
  return { code: found, language: null }
}

function languageOf(code: string): Language | undefined {
  return LANGUAGES.find((language) => language.code === code)
}

const ENGLISH = languageOf('en') ?? null

/** By the letters of the text: Japanese has kana, Chinese Han letters alone. */
function recogniseScript(sample: string): RecognisedLanguage | null {
  if (isLatin(sample) || !/(?!\p{sc=Latin})\p{L}/u.test(sample)) return null
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const isMany = (found: RegExpMatchArray | null) => (found?.length ?? 0) > letters * FEWEST_LETTERS_SHARE
  if (isMany(sample.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu))) {
    const code = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(sample) ? 'ja' : 'zh'
    return resultOf(languageOf(code) ?? code)
  }
  const script = SCRIPTS.find(([letter]) => isMany(sample.match(letter)))
  return script ? resultOf(languageOf(script[1]) ?? script[1]) : null
}

/**
 * Recognises the language of a text by its script or by which language's function words it has most of. `lower` is the text as returned
 * by `lowerCase`.
 */
export function recogniseLanguage(lower: string): RecognisedLanguage {
  const sample = lower.slice(0, LONGEST_SAMPLE)
  const byScript = recogniseScript(sample)
  if (byScript) return byScript
  const counts = new Float64Array(codes.length)
  let best = -1
  let start = -1
  for (let at = 0; at <= sample.length; at += 1) {
    if (at < sample.length && isLetter(sample, at)) {
      if (start < 0) start = at
      continue
    }
    if (start >= 0 && at - start <= LONGEST_FUNCTION_WORD)
      for (const language of indexed.get(sample.slice(start, at)) ?? NONE)
        counts[language] = (counts[language] ?? 0) + 1
    start = -1
  }
  counts.forEach((count, language) => {
    const fewest = typeof codes[language] === 'string' ? FEWEST_UNREAD_WORDS : 1
    if (count >= fewest && (best < 0 || count > (counts[best] ?? 0))) best = language
  })
  return resultOf(best < 0 ? undefined : codes[best])
}
