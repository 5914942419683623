import { ANSWERS_SEARCH } from '../../routing/answer-search.ts'
import { flag, oneOf, searchOf, text } from '../../routing/search.ts'

/** Statuses to filter analyses by, as they appear in URLs. */
export const ANALYSIS_STATES = [
  'queued',
  'running',
  'completed',
  'partially_completed',
  'failed',
  'cancelled',
] as const

/** Maximum length of a prompt in characters. */
const MAX_PROMPT_LENGTH = 5_000

/** Parses the prompts that a link fills into the form. */
function prompts(value: unknown): string[] | undefined {
  const accepted = (Array.isArray(value) ? value : [value]).filter(
    (item) => typeof item === 'string' && item.trim() !== '' && item.length <= MAX_PROMPT_LENGTH,
  )
  return accepted.length > 0 ? accepted.slice(0, 100) : undefined
}

/**
 * Search parameters of the list. `compose` opens the form of a new analysis. `prompt` fills in prompts, and `again` the
 * questions of an earlier analysis by its id.
 */
export const ANALYSES_SEARCH = searchOf({
  status: oneOf(ANALYSIS_STATES),
  compose: flag,
  prompt: prompts,
  again: text,
})

const VIEW = searchOf({ rows: oneOf(['prompts', 'countries']) })

/** Search parameters of an analysis: the filters of its answers, and the rows of its matrix. */
export function ANALYSIS_SEARCH(given: Record<string, unknown>) {
  return { ...ANSWERS_SEARCH(given), ...VIEW(given) }
}
