import type { RecommendationStrength } from '../../definitions/vocabulary.ts'
import type { Extraction } from '../../extraction/foundation/observation.ts'
import { nameSchema } from '../foundation/text.ts'
import type { Quote } from './observation.ts'

/** Name of a brand in an answer that was not tracked at the time of the extraction. Stored with the result. */
export interface DiscoveredName {
  name: string
  /** First mention in the answer, in UTF-16 code units; the end is exclusive. */
  start: number
  end: number
  /** Number of mentions. */
  mentionCount: number
  strength: RecommendationStrength
  /** Rank in the list that answers the prompt, 1-based; null outside a list. */
  rank: number | null
  /** Quoted passage that shows the strength or the rank. */
  evidence: Quote
}

/** Maximum number of names stored per answer; longer lists are catalogs. */
const MAX_NAMES = 50

/** Maximum UTF-16 code units of a stored quote. */
const MAX_QUOTE_LENGTH = 300

/** Returns the first 50 discovered names of an answer that are valid competitor names, in the form to store. */
export function discoveredIn(text: string, { discovered }: Pick<Extraction, 'discovered'>): DiscoveredName[] {
  return discovered
    .filter(({ name }) => nameSchema.safeParse(name).success)
    .slice(0, MAX_NAMES)
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
  const words = text.slice(start, Math.min(end, start + MAX_QUOTE_LENGTH))
  // Remove half of a surrogate pair at the cut.
  const whole = /[\ud800-\udbff]$/.test(words) ? words.slice(0, -1) : words
  return { start, end: start + whole.length, text: whole }
}
