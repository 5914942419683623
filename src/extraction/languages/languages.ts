import { danish } from './danish/danish.ts'
import { dutch } from './dutch/dutch.ts'
import { english } from './english/english.ts'
import type { Language } from './foundation/language.ts'
import { french } from './french/french.ts'
import { german } from './german/german.ts'
import { italian } from './italian/italian.ts'
import { japanese } from './japanese/japanese.ts'
import { portuguese } from './portuguese/portuguese.ts'
import { type CueIndex, compileCues } from './scan-cues.ts'
import { spanish } from './spanish/spanish.ts'
import { swedish } from './swedish/swedish.ts'

/** All supported languages. */
export const LANGUAGES: readonly Language[] = [
  english,
  german,
  dutch,
  swedish,
  danish,
  french,
  spanish,
  italian,
  portuguese,
  japanese,
]

const compiled = new Map<Language, CueIndex>()

/** Returns the compiled cue lists of a language. They are compiled at the first call. */
export function cuesOf(language: Language): CueIndex {
  const cached = compiled.get(language)
  if (cached) return cached
  const index = compileCues(language)
  compiled.set(language, index)
  return index
}

/** Returns the words of one list in all languages. */
export function wordsOfAll(list: (language: Language) => readonly string[]): ReadonlySet<string> {
  return new Set(LANGUAGES.flatMap(list))
}
