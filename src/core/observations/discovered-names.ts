import type { RecommendationStrength } from '../../definitions/vocabulary.ts'
import type { Extraction } from '../../extraction/observation.ts'
import { nameSchema } from '../text.ts'
import type { Quote } from './observation.ts'

/** A name that an answer lists or recommends and that nobody tracked when it was read, as it is stored with its result. */
export interface DiscoveredName {
  name: string
  /** Where it is named first, in UTF-16 code units of the answer; the end is exclusive. */
  start: number
  end: number
  /** How often it is named. */
  mentionCount: number
  strength: RecommendationStrength
  /** Its rank in the list that answers the prompt, 1-based; null outside a list. */
  rank: number | null
  /** The words that show it. */
  evidence: Quote
}

/** Names stored of one answer, at most: longer lists are catalogues. */
const MOST_NAMES = 50

/** UTF-16 code units of a stored quote, at most. */
const LONGEST_QUOTE = 300

/** The discovered names of an answer, as they are stored: only those that can be the name of a competitor, the first 50. */
export function discoveredIn(text: string, { discovered }: Pick<Extraction, 'discovered'>): DiscoveredName[] {
  return discovered
    .filter(({ name }) => nameSchema.safeParse(name).success)
    .slice(0, MOST_NAMES)
    .map(({ name, start, end, mentionCount, strength, rank, evidence }) => ({
      name: name.trim(),
      start,
      end,
      mentionCount,
      strength,
      rank,
      evidence: quoted(text, evidence),
    }))
}

function quoted(text: string, { start, end }: { start: number; end: number }): Quote {
  const words = text.slice(start, Math.min(end, start + LONGEST_QUOTE))
  // Half of a surrogate pair at the cut.
  const whole = /[\ud800-\udbff]$/.test(words) ? words.slice(0, -1) : words
  return { start, end: start + whole.length, text: whole }
}
