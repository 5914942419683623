import { QUERIES } from '../../bench/nested-queries.ts'
import type { NestedRun } from '../../bench/nested-run.ts'
import type { PlannedRequest } from './http-connection.ts'

/** Number of small requests per export. */
const SMALL_PER_EXPORT = 9

/** Returns the requests that each key repeats: nine reads of single objects and short lists, and an export of a run. */
export function requestsFor({ runId, resultIds }: NestedRun): PlannedRequest[] {
  const small: PlannedRequest[] = [
    { priority: 'interactive', path: `/v1/analysis/runs/${runId}` },
    { priority: 'interactive', path: '/v1/analysis/runs?limit=5' },
    graphql(QUERIES.ours.node, resultIds[0] ?? ''),
  ]
  return [
    ...Array.from({ length: SMALL_PER_EXPORT / small.length }, () => small).flat(),
    { priority: 'bulk', path: `/v1/analysis/exports/mentions?runId=${runId}` },
  ]
}

function graphql(query: string, resultId: string): PlannedRequest {
  const id = Buffer.from(`AnalysisResult:${resultId}`).toString('base64')
  return {
    priority: 'interactive',
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query, variables: { id } }),
  }
}
