import { FILTERS } from '../../routing/filters.ts'
import { oneOf, searchOf, text } from '../../routing/search.ts'

/** The metrics that the charts can show. */
export const CHART_METRICS = [
  'mentionRate',
  'shareOfVoice',
  'averagePosition',
  'sentiment',
  'recommendationRate',
] as const

/**
 * What a link to the overview holds; `against` is the run that `run` is compared with, by default the one before, `metric` that
 * of the charts, by default the mention rate.
 */
export const OVERVIEW_SEARCH = searchOf({ ...FILTERS, against: text, metric: oneOf(CHART_METRICS) })
