import type { Connection } from '../../graphql/client.ts'
import { RUNNABLE } from '../runs/use-run-obstacle.ts'
import { MODELS, RUNS } from './documents/runs.ts'
import { TRENDS } from './documents/trends.ts'
import type { OVERVIEW_SEARCH } from './search.ts'

type OverviewSearch = ReturnType<typeof OVERVIEW_SEARCH>

/** Begins to read what the overview asks for first. The figures of a chosen run wait until it is known when that ended. */
export function readOverviewAhead(
  { readAhead }: Connection,
  projectId: string,
  search: OverviewSearch,
): void {
  readAhead(RUNS, { id: projectId })
  readAhead(MODELS, { id: projectId })
  readAhead(RUNNABLE, { projectId })
  if (search.run === undefined) readAhead(TRENDS, trendsOf(projectId, search, null))
}

/** The variables of {@link TRENDS} for the filters of the page, until a time. */
export function trendsOf(id: string, { provider, location, tag }: OverviewSearch, to: string | null) {
  return { id, provider: provider ?? null, location: location ?? null, tag: tag ?? null, to }
}
