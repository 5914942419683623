import { CUE_KINDS } from '../languages/foundation/language.ts'
import type { FoundCue } from '../languages/scan-cues.ts'

const KIND_INDEX = new Map(CUE_KINDS.map((kind, index) => [kind, index]))
/** Maximum distance between a negation and the negated opinion, in UTF-16 code units. */
const NEGATION_REACH = 24
const FAULT = CUE_KINDS.indexOf('fault')

/** Returns the index in `CUE_KINDS` for each cue. A preceding negation swaps praise and fault. */
export function cueKinds(text: string, cues: readonly FoundCue[]): Int32Array {
  const kinds = new Int32Array(cues.length)
  let before: FoundCue | undefined
  cues.forEach((cue, index) => {
    const kind = KIND_INDEX.get(cue.kind) ?? 0
    const negated =
      kind <= FAULT &&
      before?.kind === 'negation' &&
      cue.start - before.end <= NEGATION_REACH &&
      !/[.,;:!?\n]/.test(text.slice(before.end, cue.start))
    kinds[index] = negated ? FAULT - kind : kind
    before = cue
  })
  return kinds
}
