import type { Language } from './foundation/language.ts'
import { LANGUAGES } from './languages.ts'
// Function words of languages that are recognized but not supported, by primary language subtag (BCP 47).
import UNSUPPORTED from './unsupported.json' with { type: 'json' }

/** Unsupported languages that are recognized by their script. */
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
export interface RecognizedLanguage {
  /** Primary language subtag (BCP 47); null if unknown. */
  code: string | null
  /** Cue lists to use; null if the language is not supported. Text in an unknown language uses the English lists. */
  language: Language | null
}

// The start of a long text is enough to recognize its language.
const MAX_SAMPLE_LENGTH = 1200
const MIN_LETTERS_SHARE = 0.3
/**
 * Minimum number of function words for an unsupported language. Many of these words are also names or words of other
 * languages.
 */
const MIN_UNSUPPORTED_WORDS = 5
const LETTER = /[\p{L}\p{M}]/u
/** First code unit after the Latin blocks (Basic Latin to Latin Extended-B). */
const FIRST_OTHER_SCRIPT = 0x250
const NONE: readonly number[] = []

const indexed = new Map<string, number[]>()
const codes: (Language | string)[] = []

function addLanguage(language: Language | string, functionWords: readonly string[]): void {
  for (const word of functionWords) {
    const languages = indexed.get(word) ?? []
    languages.push(codes.length)
    indexed.set(word, languages)
  }
  codes.push(language)
}
for (const language of LANGUAGES)
  if (language.grammar.functionWords.length > 0) addLanguage(language, language.grammar.functionWords)
for (const [code, words] of Object.entries(UNSUPPORTED)) addLanguage(code, words)

const MAX_FUNCTION_WORD_LENGTH = Math.max(...[...indexed.keys()].map(({ length }) => length))

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 ? (code | 32) >= 97 && (code | 32) <= 122 : LETTER.test(text.charAt(at))
}

/** Quick check that a text has only Latin letters. */
function isLatin(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // General punctuation and symbols occur in all languages.
    if (code >= FIRST_OTHER_SCRIPT && (code < 0x2000 || code > 0x2bff)) return false
  }
  return true
}

function resultOf(recognized: Language | string | undefined): RecognizedLanguage {
  if (recognized === undefined) return { code: null, language: ENGLISH }
  if (typeof recognized !== 'string') return { code: recognized.code, language: recognized }
  return { code: recognized, language: null }
}

function languageOf(code: string): Language | undefined {
  return LANGUAGES.find((language) => language.code === code)
}

const ENGLISH = languageOf('en') ?? null

/** Recognizes a language by its script. Japanese has kana; Chinese has only Han letters. */
function recognizeScript(sample: string): RecognizedLanguage | null {
  if (isLatin(sample) || !/(?!\p{sc=Latin})\p{L}/u.test(sample)) return null
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const isMany = (matches: RegExpMatchArray | null) => (matches?.length ?? 0) > letters * MIN_LETTERS_SHARE
  if (isMany(sample.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu))) {
    const code = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(sample) ? 'ja' : 'zh'
    return resultOf(languageOf(code) ?? code)
  }
  const script = SCRIPTS.find(([letter]) => isMany(sample.match(letter)))
  return script ? resultOf(languageOf(script[1]) ?? script[1]) : null
}

/**
 * Recognizes the language of a text by its script or by its most frequent function words. `lower` is the result of
 * `lowerCase`.
 */
export function recognizeLanguage(lower: string): RecognizedLanguage {
  const sample = lower.slice(0, MAX_SAMPLE_LENGTH)
  const byScript = recognizeScript(sample)
  if (byScript) return byScript
  const counts = new Float64Array(codes.length)
  let best = -1
  let start = -1
  for (let at = 0; at <= sample.length; at += 1) {
    if (at < sample.length && isLetter(sample, at)) {
      if (start < 0) start = at
      continue
    }
    if (start >= 0 && at - start <= MAX_FUNCTION_WORD_LENGTH)
      for (const language of indexed.get(sample.slice(start, at)) ?? NONE)
        counts[language] = (counts[language] ?? 0) + 1
    start = -1
  }
  counts.forEach((count, language) => {
    const minimum = typeof codes[language] === 'string' ? MIN_UNSUPPORTED_WORDS : 1
    if (count >= minimum && (best < 0 || count > (counts[best] ?? 0))) best = language
  })
  return resultOf(best < 0 ? undefined : codes[best])
}
