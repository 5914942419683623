import { danish } from './danish.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { german } from './german.ts'
import type { Language } from './language.ts'
import { type CueIndex, compileCues } from './scan-cues.ts'
import { swedish } from './swedish.ts'

/** All languages in which answers are read. */
export const LANGUAGES: readonly Language[] = [
  english,
  german,
  dutch,
  swedish,
  danish, //
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
