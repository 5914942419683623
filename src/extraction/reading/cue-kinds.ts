import type { FoundCue } from '../languages/scan-cues.ts'
import { CUE_KINDS } from './document.ts'

const KIND_INDEX = new Map(CUE_KINDS.map((kind, index) => [kind, index]))
/** UTF-16 code units between a negation and the opinion that it turns around. */
const NEGATION_REACH = 24
const FAULT = CUE_KINDS.indexOf('fault')

/** Index in `CUE_KINDS` of each cue's kind; praise and fault after a negation change places. */
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
