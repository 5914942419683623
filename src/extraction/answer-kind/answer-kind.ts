import type { FoundCue } from '../languages/scan-cues.ts'
import type { AnswerKind } from '../observation.ts'

/** Instructions for each suggestion, from which on an answer is a how-to. */
const INSTRUCTIONS_PER_SUGGESTION = 1.5
const FEWEST_INSTRUCTIONS = 4

/** What an answer does, by what its cues say most of. */
export function readAnswerKind(cues: readonly FoundCue[]): AnswerKind {
  const count = (...kinds: readonly FoundCue['kind'][]) =>
    cues.reduce((sum, { kind }) => sum + (kinds.includes(kind) ? 1 : 0), 0)
  const steps = count('step')
  const suggestions = count('first', 'recommend', 'choices')
  const comparisons = count('better', 'worse')
  if (steps >= FEWEST_INSTRUCTIONS && steps > suggestions * INSTRUCTIONS_PER_SUGGESTION) return 'howto'
  if (comparisons > suggestions) return 'comparison'
  if (suggestions > 0) return 'recommendation'
  return count('fact') > 0 ? 'fact' : 'other'
}
