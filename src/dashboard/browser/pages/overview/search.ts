import { CHART_METRICS } from '../../charts/entity-metrics.ts'
import { FILTERS } from '../../routing/filters.ts'
import { oneOf, searchOf, text } from '../../routing/search.ts'

/**
 * Search parameters of the overview. `against` is the run to compare with, by default the previous one. `metric` is the
 * metric of the charts, by default the mention rate.
 */
export const OVERVIEW_SEARCH = searchOf({
  ...FILTERS,
  against: text,
  metric: oneOf(CHART_METRICS.map(({ id }) => id)),
})
