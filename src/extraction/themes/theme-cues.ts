import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { THEMES, type Theme } from '../../definitions/vocabulary.ts'
import type { Language, ThemeWords } from '../languages/foundation/language.ts'
import { type CueIndex, compileLists, type FoundCue, isUnspaced, scanCues } from '../languages/scan-cues.ts'

/** A word about a theme, and whether it is praise, criticism or only names the aspect. */
export interface ThemeKind {
  theme: Theme
  role: keyof ThemeWords
}

const ROLES = ['praise', 'fault', 'topic'] as const
const compiled = new Map<Language, CueIndex<ThemeKind | null>>()

/** Null stands for a phrase that is not about a theme. */
type Entry = ThemeKind | null

function indexOf(language: Language): CueIndex<Entry> {
  const existing = compiled.get(language)
  if (existing) return existing
  const lists = valuesOf(THEMES).flatMap((theme) =>
    ROLES.map((role) => ({ kind: { theme, role }, entries: language.themes[theme][role] })),
  )
  const index = compileLists<Entry>(
    [{ kind: null, entries: language.themes.ignored }, ...lists],
    isUnspaced(language),
  )
  compiled.set(language, index)
  return index
}

/** Finds the words about themes in a lower-case text, in ascending order. The time is linear in the text. */
export function scanThemes(language: Language, lower: string): FoundCue<ThemeKind>[] {
  return scanCues(indexOf(language), lower).flatMap(({ kind, ...span }) => (kind ? [{ ...span, kind }] : []))
}
