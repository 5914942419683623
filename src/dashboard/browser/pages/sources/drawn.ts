import { isTooFew, type Rate } from '../../figures/rate.tsx'
import type { AnswersSearch } from '../../frame/answers-link.tsx'
import type { SourcesSearch } from './search.ts'

/** What the tables are drawn with. */
export interface Drawn {
  brand: string
  /** Ids of the competitors in the order in which they have their colours. */
  competitors: readonly string[]
  /** The end of the scale: the largest upper limit that is shown. */
  top: number
  /** The filters of the answers that a figure opens. */
  answers: AnswersSearch
  search: SourcesSearch
  /** Whether the screen is too narrow for more than two columns. */
  narrow: boolean
}

/** The filters of the answers behind the figures of these sources. */
export function answersOf({ run, provider, location }: SourcesSearch): AnswersSearch {
  return { ...(run && { run }), ...(provider && { provider }), ...(location && { location }) }
}

/** The end of the scale of these shares. */
export function topOf(rates: readonly Rate[]): number {
  const shown = rates.filter((rate) => !isTooFew(rate))
  return Math.min(1, Math.max(0.05, ...shown.map(({ high }) => high ?? 0)))
}
