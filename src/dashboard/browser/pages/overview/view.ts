import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import type { AnswersSearch } from '../../frame/answers-link.tsx'
import type { ResultOf } from '../../graphql/graphql.ts'
import { COMPARED } from './documents/changes.ts'
import { type OverviewRun, RUNS } from './documents/runs.ts'
import { type ShownPoint, TRENDS } from './documents/trends.ts'
import { METRICS } from './metrics.ts'
import { trendsOf } from './read-ahead.ts'

/** Milliseconds: runs that ended earlier than a time are read, so this much later than the end of the chosen one. */
const AFTER = 1

/** What the overview and the report show: the chosen run with its figures, and the runs around it. */
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
  const point = pointOf(trendsResult.data?.project, run)
  const shown = runs.find(({ databaseId }) => databaseId === point?.runId)
  const before = against ?? point?.change?.previousRun?.databaseId
  const follows = before === point?.change?.previousRun?.databaseId
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
    /** The latest run, whatever its state. */
    latest: runs[0],
    points,
    point,
    /** The run of the point. */
    run: shown,
    parts: point?.run ?? null,
    previous: points.find(({ runId }) => runId === before),
    /** Whether the previous run is the one right before. */
    follows,
    /** The change of the mention rate between these two runs; null until it is known, and where it is not judged. */
    change: (follows ? point?.change : compared?.comparison) ?? null,
    /** The changes of every figure of each brand; null as `change` is. */
    changes: (follows ? point?.changes : compared?.changes) ?? null,
    /** Whether the server can judge them: against a run other than the one right before, for one filter at most. */
    judgeable: follows || part !== null,
    tags: runsResult.data?.project?.tags?.nodes ?? [],
    schedule: runsResult.data?.project?.schedule,
    metric: METRICS.find(({ id }) => id === search.metric) ?? METRICS[0],
    loading: (runsResult.fetching && !runsResult.data) || (trendsResult.fetching && !trendsResult.data),
    error: runsResult.error ?? trendsResult.error,
    retry: () => {
      for (const read of [readRuns, readTrends]) read({ requestPolicy: 'network-only' })
    },
    filtered: provider !== undefined || location !== undefined || tag !== undefined,
  }
}

/** The point of a run, by default of the newest: with what only the run that is shown is asked for. */
function pointOf(project: ResultOf<typeof TRENDS>['project'] | undefined, run: string | undefined) {
  const shown = project?.shown?.nodes[0]
  const point = project?.trends?.nodes.find(({ runId }) => runId === shown?.runId)
  return shown && point && (run === undefined || run === shown.runId) ? { ...point, ...shown } : undefined
}

const WHOLE = { scope: 'ALL', value: null } as const

/** The part of a run that filters leave; null for several filters, for which no part is stored. */
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

/** What {@link useOverview} gives. */
export type OverviewView = ReturnType<typeof useOverview>

/** Which answers stand behind a figure of a run, under the filters of the page. */
export function answersOf(
  { search }: Pick<OverviewView, 'search'>,
  runId: string,
  more: AnswersSearch = {},
): AnswersSearch {
  const { provider, location, tag } = search
  return { run: runId, provider, location, tag, ...more }
}

/** Changes some search parameters of the overview; the others stay. */
export function useChangeSearch() {
  const navigate = useNavigate({ from: '/organizations/$organizationId/projects/$projectId/overview' })
  return (change: Partial<OverviewView['search']>) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace: false })
}

/** A point with the run it belongs to. */
export type Shown = OverviewView & { point: ShownPoint; run: OverviewRun }
