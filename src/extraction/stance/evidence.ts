import type { RecommendationStrength, Span } from '../foundation/observation.ts'
import { CUE_KINDS } from '../languages/foundation/language.ts'
import { shorten } from '../text/shorten.ts'
import { firstEndingAfter } from '../text/spans.ts'
import type { AnswerDocument } from './answer-document.ts'
import type { MentionLocation } from './locations.ts'
import type { Passage } from './passages.ts'
import type { Section } from './sections.ts'

const WEIGHTS: Record<RecommendationStrength, Partial<Record<(typeof CUE_KINDS)[number], number>>> = {
  primary: { first: 4, recommend: 3, praise: 1, better: 1, verdict: 1, discourage: -2, fault: -1 },
  strong: { recommend: 3, first: 3, praise: 1, better: 1, discourage: -2, fault: -1 },
  among: { suggest: 3, recommend: 3, choices: 1, praise: 1, discourage: -2, fault: -1 },
  mentioned_only: {},
  discouraged: { discourage: 3, fault: 1, worse: 1, negation: 1, praise: -1, recommend: -1, first: -1 },
}

/** Returns the weights in the order of `CUE_KINDS`. */
function weightsOf(strength: RecommendationStrength): Float64Array {
  return Float64Array.from(CUE_KINDS.map((kind) => WEIGHTS[strength][kind] ?? 0))
}
const WEIGHTS_BY_INDEX: Record<RecommendationStrength, Float64Array> = {
  primary: weightsOf('primary'),
  strong: weightsOf('strong'),
  among: weightsOf('among'),
  mentioned_only: weightsOf('mentioned_only'),
  discouraged: weightsOf('discouraged'),
}

function weigh({ kinds }: AnswerDocument, { from, to }: Passage, weights: Float64Array): number {
  let sum = 0
  for (let cue = from; cue < to; cue += 1) sum += weights[kinds[cue] ?? 0] ?? 0
  return sum
}

/**
 * Returns the sentence, cell or heading that best shows how an answer recommends an entity. Candidates are the passages
 * with its name and those in its own items. The one with the strongest cues for the given strength wins, or the first
 * mention's if there are no cues.
 */
export function findEvidence(
  answer: AnswerDocument,
  locations: readonly MentionLocation[],
  strength: RecommendationStrength,
): Span | null {
  const [first] = locations
  if (!first) return null
  const { passages, text } = answer
  const weights = WEIGHTS_BY_INDEX[strength]
  let best: { span: Span; mention: Span; weight: number } | undefined
  const offer = (passage: Passage | undefined, mention: Span) => {
    if (!passage) return
    const weight = weigh(answer, passage, weights)
    if (!best || weight > best.weight) best = { span: passage, mention, weight }
  }
  const seen = new Set<Section>()
  for (const mention of locations) {
    offer(mention.passage, mention)
    const section = mention.around.find(
      ({ title }) => mention.start >= title.start && mention.end <= title.end,
    )
    if (!section || seen.has(section)) continue
    seen.add(section)
    for (let next = firstEndingAfter(passages, section.start); ; next += 1) {
      const passage = passages[next]
      if (!passage || passage.start >= section.end) break
      offer(passage, mention)
    }
  }
  return best ? shorten(text, best.span, best.mention) : { start: first.start, end: first.end }
}
