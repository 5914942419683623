import { flag, oneOf, searchOf, text } from '../../routing/search.ts'
import { ANSWERS_SEARCH } from '../answers/search.ts'

/** The states that analyses are filtered by, as links name them. */
export const ANALYSIS_STATES = [
  'queued',
  'running',
  'completed',
  'partially_completed',
  'failed',
  'cancelled',
] as const

/** The longest prompt that is accepted, in characters. */
const LONGEST_PROMPT = 5_000

/** Prompts that a link wants to be asked. */
function prompts(value: unknown): string[] | undefined {
  const given = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === 'string' && one.trim() !== '' && one.length <= LONGEST_PROMPT,
  )
  return given.length > 0 ? given.slice(0, 100) : undefined
}

/**
 * What a link to the list holds. With `compose` the form of a new analysis is open; `prompt` is what it begins with, and
 * `again` the id of an analysis whose questions it begins with.
 */
export const ANALYSES_SEARCH = searchOf({
  status: oneOf(ANALYSIS_STATES),
  compose: flag,
  prompt: prompts,
  again: text,
})

const VIEW = searchOf({ rows: oneOf(['prompts', 'countries']) })

/** What a link to an analysis holds: how its answers are filtered, and what the rows of its matrix are. */
export function ANALYSIS_SEARCH(given: Record<string, unknown>) {
  return { ...ANSWERS_SEARCH(given), ...VIEW(given) }
}
