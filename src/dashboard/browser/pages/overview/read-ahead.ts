import type { Connection } from '../../graphql/client.ts'
import { RUNNABLE } from '../runs/use-run-obstacle.ts'
import { MODELS, RUNS } from './documents/runs.ts'
import { TRENDS } from './documents/trends.ts'
import type { OVERVIEW_SEARCH } from './search.ts'

type OverviewSearch = ReturnType<typeof OVERVIEW_SEARCH>

/**
 * Prefetches the first queries of the overview. The metrics of a selected run are not prefetched, because they depend
 * on when that run ended.
 */
export function prefetchOverview({ prefetch }: Connection, projectId: string, search: OverviewSearch): void {
  prefetch(RUNS, { id: projectId })
  prefetch(MODELS, { id: projectId })
  prefetch(RUNNABLE, { projectId })
  if (search.run === undefined) prefetch(TRENDS, trendsOf(projectId, search, null))
}

/** Returns the variables of {@link TRENDS} for the page's filters, up to a time. */
export function trendsOf(id: string, { provider, location, tag }: OverviewSearch, to: string | null) {
  return { id, provider: provider ?? null, location: location ?? null, tag: tag ?? null, to }
}
