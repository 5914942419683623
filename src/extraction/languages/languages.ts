import { danish } from './danish.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'
import { type CueIndex, compileCues } from './scan-cues.ts'
import { spanish } from './spanish.ts'
import { swedish } from './swedish.ts'

/** All languages in which answers are read. */
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

/** The compiled cue lists of a language, made at the first call. */
export function cuesOf(language: Language): CueIndex {
  const known = compiled.get(language)
  if (known) return known
  const index = compileCues(language)
  compiled.set(language, index)
  return index
}
