import { lowerCase } from '../text/fold.ts'
import type { CueKind } from './foundation/language.ts'
import { cuesOf, LANGUAGES } from './languages.ts'
import { scanCues } from './scan-cues.ts'

/**
 * For tests: returns the cues of the given kinds in text order, each as "kind: matched words". Throws if the language
 * is not supported.
 */
export function cuesIn(code: string, text: string, kinds: readonly CueKind[]): string[] {
  const language = LANGUAGES.find((candidate) => candidate.code === code)
  if (!language) throw new Error(`no language ${code}`)
  const lower = lowerCase(text)
  return scanCues(cuesOf(language), lower)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, start, end }) => `${kind}: ${lower.slice(start, end)}`)
}
