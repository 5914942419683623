import { isTooFew, type Rate } from '../../charts/rate.tsx'
import type { AnswersSearch } from '../../layout/answers-link.tsx'
import type { SourcesSearch } from './search.ts'

/** Options for rendering the tables. */
export interface Drawn {
  brand: string
  /** Competitor ids in the order that determines their colors. */
  competitors: readonly string[]
  /** End of the scale: the largest upper limit in the table. */
  top: number
  /** Filters for the answers that a value links to. */
  answers: AnswersSearch
  search: SourcesSearch
  /** Whether there is only room for two columns. */
  narrow: boolean
}

/** Returns the filters for the answers behind the page's values. */
export function answersOf({ run, provider, location }: SourcesSearch): AnswersSearch {
  return { ...(run && { run }), ...(provider && { provider }), ...(location && { location }) }
}

/** Returns the end of the scale for these shares. */
export function topOf(rates: readonly Rate[]): number {
  const shown = rates.filter((rate) => !isTooFew(rate))
  return Math.min(1, Math.max(0.05, ...shown.map(({ high }) => high ?? 0)))
}
