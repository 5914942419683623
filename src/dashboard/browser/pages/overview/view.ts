import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { CHART_METRICS, DEFAULT_METRIC } from '../../charts/entity-metrics.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import type { AnswersSearch } from '../../layout/answers-link.tsx'
import { COMPARED } from './documents/changes.ts'
import { type OverviewRun, RUNS } from './documents/runs.ts'
import { type ShownPoint, TRENDS } from './documents/trends.ts'
import { trendsOf } from './read-ahead.ts'

/** In milliseconds. The server returns runs that ended before a time, so the selected run's end needs an offset. */
const AFTER = 1

/** Loads the data of the overview and the report: the selected run with its metrics, and the runs around it. */
export function useOverview(page: 'overview' | 'report') {
  const from = `/organizations/$organizationId/projects/$projectId/${page}` as const
  const search = useSearch({ from })
  const { projectId } = useParams({ from })
  const { run, against, provider, location, tag } = search
  const [runsResult, readRuns] = useQuery({ query: RUNS, variables: { id: projectId } })
  const runs = runsResult.data?.project?.runs?.nodes ?? []
  const chosen = run === undefined ? undefined : runs.find(({ databaseId }) => databaseId === run)
  const to = chosen?.finishedAt ? new Date(Date.parse(chosen.finishedAt) + AFTER).toISOString() : null
  const [trendsResult, readTrends] = useQuery({
    query: TRENDS,
    variables: trendsOf(projectId, search, to),
    pause: run !== undefined && !runsResult.data,
  })
  /** The newest first. */
  const points = trendsResult.data?.project?.trends?.nodes ?? []
  const point = selectPoint(trendsResult.data?.project, run)
  const shown = runs.find(({ databaseId }) => databaseId === point?.runId)
  const before = against ?? point?.comparison?.previousRun?.databaseId
  const follows = before === point?.comparison?.previousRun?.databaseId
  const part = partOf({ provider, location, tag })
  const [comparedResult] = useQuery({
    query: COMPARED,
    variables: { id: shown?.id ?? '', against: before ?? '', ...(part ?? WHOLE) },
    pause: !shown || !before || follows || !part,
  })
  const compared = comparedIn(comparedResult.data?.node)
  return {
    search,
    runs,
    /** The latest run in any state. */
    latest: runs[0],
    points,
    point,
    /** The selected run. */
    run: shown,
    parts: point?.run ?? null,
    previous: points.find(({ runId }) => runId === before),
    /** Whether the comparison is with the run directly before. */
    follows,
    /** Change of the mention rate between the two runs; null while loading and if it is not judged. */
    change: (follows ? point?.comparison : compared?.comparison) ?? null,
    /** Changes of all metrics of each brand; null like `change`. */
    changes: (follows ? point?.changes : compared?.changes) ?? null,
    /**
     * Whether the server can judge the changes. Comparisons with runs other than the previous one allow at most one
     * filter.
     */
    judgeable: follows || part !== null,
    tags: runsResult.data?.project?.tags?.nodes ?? [],
    schedule: runsResult.data?.project?.schedule,
    metric: CHART_METRICS.find(({ id }) => id === search.metric) ?? DEFAULT_METRIC,
    loading: (runsResult.fetching && !runsResult.data) || (trendsResult.fetching && !trendsResult.data),
    error: runsResult.error ?? trendsResult.error,
    retry: () => {
      for (const read of [readRuns, readTrends]) read({ requestPolicy: 'network-only' })
    },
    filtered: provider !== undefined || location !== undefined || tag !== undefined,
  }
}

/** Returns the point of the selected or the newest run, with the fields fetched only for it. */
function selectPoint(project: ResultOf<typeof TRENDS>['project'] | undefined, run: string | undefined) {
  const shown = project?.shown?.nodes[0]
  const point = project?.trends?.nodes.find(({ runId }) => runId === shown?.runId)
  return shown && point && (run === undefined || run === shown.runId) ? { ...point, ...shown } : undefined
}

const WHOLE = { scope: 'ALL', value: null } as const

/**
 * Returns the scope that the filters select; null for several filters, because metrics are only stored for single ones.
 */
function partOf({
  provider,
  location,
  tag,
}: {
  provider?: string | undefined
  location?: string | undefined
  tag?: string | undefined
}) {
  const parts = [
    ...(provider === undefined ? [] : [{ scope: 'PROVIDER', value: provider } as const]),
    ...(location === undefined ? [] : [{ scope: 'LOCATION', value: location } as const]),
    ...(tag === undefined ? [] : [{ scope: 'TAG', value: tag } as const]),
  ]
  if (parts.length > 1) return null
  return parts[0] ?? WHOLE
}

function comparedIn(node: ResultOf<typeof COMPARED>['node'] | undefined) {
  const [part = null] = (node && 'comparedWith' in node ? node.comparedWith : null) ?? []
  return part
}

/** The data of {@link useOverview}. */
export type OverviewView = ReturnType<typeof useOverview>

/** Returns the search parameters for the answers behind a value, including the page's filters. */
export function answersOf(
  { search }: Pick<OverviewView, 'search'>,
  runId: string,
  more: AnswersSearch = {},
): AnswersSearch {
  const { provider, location, tag } = search
  return { run: runId, provider, location, tag, ...more }
}

/** Returns a function that changes some search parameters of the overview. */
export function useChangeSearch() {
  const navigate = useNavigate({ from: '/organizations/$organizationId/projects/$projectId/overview' })
  return (change: Partial<OverviewView['search']>) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace: false })
}

/** The overview with a selected run. */
export type Shown = OverviewView & { point: ShownPoint; run: OverviewRun }
