import { lowerCase } from '../text/fold.ts'
import type { CueKind } from './language.ts'
import { cuesOf, LANGUAGES } from './languages.ts'
import { scanCues } from './scan-cues.ts'

/**
 * For tests: the cues of some kinds in a text in the order of the text, each as "kind: the words where it was found". Throws for a code
 * of a language that is not read.
 */
export function cuesIn(code: string, text: string, kinds: readonly CueKind[]): string[] {
  const language = LANGUAGES.find((one) => one.code === code)
  if (!language) throw new Error(`no language ${code}`)
  const lower = lowerCase(text)
  return scanCues(cuesOf(language), lower)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, start, end }) => `${kind}: ${lower.slice(start, end)}`)
}
