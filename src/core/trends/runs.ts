import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { filterByScope, type Scope } from '../../metrics/scopes.ts'
import { summarize } from '../../metrics/summarize.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import { type Snapshot, snapshotSchema } from '../brands/snapshot.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import { loadRun } from '../measurements/adjacent-runs.ts'
import { type ComparedRun, compareRuns } from '../measurements/comparison.ts'
import { type MetricRow, metricsFromRows, type ScopeMetrics } from '../measurements/metric-rows.ts'
import { metricsEntities } from '../measurements/metrics-input.ts'

/** A run that ended with results. */
export interface CompletedRun {
  id: string
  finishedAt: Date
  extractionRevision: number
  snapshot: Snapshot
}

/** Filter on the results that metrics are computed from; null means any. `tag` is in its canonical form. */
export type TrendFilter = Record<Exclude<Scope['scope'], 'all' | 'persona'>, string | null>

/**
 * Selects the runs of projects that ended with results, from `from` (inclusive) to `to` (exclusive). Null means no
 * bound.
 */
export interface CompletedRunFilter {
  ids: readonly VisibleProjectId[]
  from?: Date | null
  to?: Date | null
}

/** A run of a list with the previous run of its project, which need not be in the list; null if there is none. */
export interface RunWithPrevious {
  run: CompletedRun
  previous: CompletedRun | null
}

const COMPLETED = `b.kind = 'run' AND b.status IN ${STATUSES_WITH_ANSWERS}`
const IN_RANGE = `($2::timestamptz IS NULL OR b.finished_at >= $2) AND ($3::timestamptz IS NULL OR b.finished_at < $3)`
const COLUMNS =
  'b.id, b.finished_at AS "finishedAt", b.extraction_revision AS "extractionRevision", b.snapshot'

/** Returns the position of a run in its project's list of runs, for use as a page key: its end and its id. */
export function runPlace({ id, finishedAt }: Pick<CompletedRun, 'id' | 'finishedAt'>): string {
  return `${finishedAt.getTime()}-${id}`
}

/** Returns whether a text has the format of {@link runPlace}. */
export function isRunPlace(text: string): boolean {
  const [, time, id = ''] = /^(\d{1,15})-(.+)$/.exec(text) ?? []
  return isUuid(id) && new Date(Number(time)).getTime() === Number(time)
}

/**
 * Returns a page of the runs of each project, latest end first, and whether there are more.
 */
export async function pageCompletedRuns(
  ctx: Ctx,
  { ids, from = null, to = null }: CompletedRunFilter,
  page: Page,
): Promise<{ runs: RunWithPrevious[]; more: boolean }[]> {
  const direction = page.backward ? 'ASC' : 'DESC'
  const { rows } = await ctx.db.pool.query<RunRow>({
    name: page.backward ? 'completed-runs-last' : 'completed-runs',
    text: queryPerParent(
      '$1',
      `SELECT ${COLUMNS} FROM batch b WHERE b.project_id = of.id AND ${COMPLETED} AND ${IN_RANGE}
         AND ($4::timestamptz IS NULL OR (b.finished_at, b.id) < ($4, $5::uuid))
         AND ($6::timestamptz IS NULL OR (b.finished_at, b.id) > ($6, $7::uuid))
       ORDER BY b.finished_at ${direction}, b.id ${direction} LIMIT $8`,
    ),
    values: [ids, from, to, ...placeOf(page.after), ...placeOf(page.before), page.size + 1],
  })
  const lists = groupByParent(ids, rows.map(toRun).toSorted(newestFirst), ({ of }) => of)
  const earliest = lists.flatMap((runs) => runs.at(-1)?.id ?? [])
  const before = await runsBefore(ctx, earliest)
  return lists.map((all) => {
    const more = all.length > page.size
    const previousOf = (index: number) => all[index + 1] ?? before.get(all[index]?.id ?? '') ?? null
    const runs = all.map((run, index) => ({ run, previous: previousOf(index) }))
    return { runs: more ? (page.backward ? runs.slice(1) : runs.slice(0, page.size)) : runs, more }
  })
}

interface RunRow extends Omit<CompletedRun, 'snapshot'> {
  of: string
  snapshot: unknown
}

const toRun = (row: RunRow) => ({ ...row, snapshot: snapshotSchema.parse(row.snapshot) })

function newestFirst(a: CompletedRun, b: CompletedRun): number {
  const difference = b.finishedAt.getTime() - a.finishedAt.getTime()
  return difference === 0 ? (a.id < b.id ? 1 : -1) : difference
}

/** Returns the previous run of each run in its project, by the id of the later run. */
async function runsBefore(ctx: Ctx, ids: readonly string[]): Promise<Map<string, CompletedRun>> {
  if (ids.length === 0) return new Map()
  const { rows } = await ctx.db.pool.query<RunRow>({
    name: 'runs-before',
    text: queryPerParent(
      '$1',
      `SELECT ${COLUMNS} FROM batch l JOIN batch b ON b.project_id = l.project_id
       WHERE l.id = of.id AND ${COMPLETED} AND (b.finished_at, b.id) < (l.finished_at, l.id)
       ORDER BY b.finished_at DESC, b.id DESC LIMIT 1`,
    ),
    values: [ids],
  })
  return new Map(rows.map((row) => [row.of, toRun(row)]))
}

/**
 * Parses the position of a run into the values of a statement, its end and its id. Returns nulls if there is no
 * position.
 */
export function placeOf(place: string | null): [Date, string] | [null, null] {
  const [, time, id] = /^(\d+)-(.+)$/.exec(place ?? '') ?? []
  return time === undefined || id === undefined ? [null, null] : [new Date(Number(time)), id]
}

/**
 * Returns the number of runs of each project in the list.
 */
export async function countCompletedRuns(
  ctx: Ctx,
  { ids, from = null, to = null }: CompletedRunFilter,
): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-completed-runs',
    text: `SELECT b.project_id AS of, count(*)::int AS count FROM batch b
           WHERE b.project_id = ANY($1::uuid[]) AND ${COMPLETED} AND ${IN_RANGE} GROUP BY b.project_id`,
    values: [ids, from, to],
  })
  return countByParent(ids, rows)
}

/**
 * Returns the metrics of runs, each compared with the previous run. With at most one filter, the metrics that were
 * stored at the end of each run are used. Metrics are computed from the results if there are several filters. They are
 * also computed if the stored ones are a comparison with another run or with another extraction of the previous run, or
 * were stored by an older version.
 */
export async function metricsOfRuns(
  ctx: Ctx,
  lists: readonly (readonly RunWithPrevious[])[],
  filter: TrendFilter,
): Promise<{ run: CompletedRun; metrics: ScopeMetrics }[][]> {
  const scopes = scopesIn(filter)
  const [scope = { scope: 'all', value: '' } satisfies Scope, second] = scopes
  const shown = lists.flatMap((runs) => runs.map(({ run }) => run))
  const stored = second ? new Map<string, ScopeMetrics>() : await readStored(ctx, shown, scope)
  const metricsOf = async ({ run, previous }: RunWithPrevious, loader: Loader) => {
    const existing =
      stored.get(run.id) ?? (scope.scope === 'all' || second ? null : empty(run, previous, scope))
    const isCurrent =
      existing?.summary.metricsVersion === METRICS_VERSION &&
      existing.comparison.previousRunId === (previous?.id ?? null) &&
      existing.previousExtractionRevision === (previous?.extractionRevision ?? null)
    return { run, metrics: isCurrent ? existing : await loader.measure(run, previous) }
  }
  const all: { run: CompletedRun; metrics: ScopeMetrics }[][] = []
  // Processes the lists one after the other, because measuring a run keeps all of its results in memory.
  for (const runs of lists) {
    const loader = new Loader(ctx, filter, scopes)
    const points: { run: CompletedRun; metrics: ScopeMetrics }[] = []
    for (const run of runs) points.push(await metricsOf(run, loader))
    all.push(points)
  }
  return all
}

function scopesIn(filter: TrendFilter): Scope[] {
  const { provider, location, tag, searched } = filter
  return [
    ...(provider === null ? [] : [{ scope: 'provider', value: provider } satisfies Scope]),
    ...(location === null ? [] : [{ scope: 'location', value: location } satisfies Scope]),
    ...(tag === null ? [] : [{ scope: 'tag', value: tag } satisfies Scope]),
    ...(searched === null ? [] : [{ scope: 'searched', value: searched } satisfies Scope]),
  ]
}

async function readStored(
  ctx: Ctx,
  runs: readonly CompletedRun[],
  { scope, value }: Scope,
): Promise<Map<string, ScopeMetrics>> {
  const { rows } = await ctx.db.pool.query<Pick<MetricRow, 'entity' | 'metrics'> & { batchId: string }>({
    name: 'metric-rows',
    text: `SELECT batch_id AS "batchId", entity, metrics FROM batch_metric
           WHERE batch_id = ANY($1::uuid[]) AND scope = $2 AND scope_value = $3`,
    values: [runs.map(({ id }) => id), scope, value],
  })
  const entries = runs.flatMap(({ id }) => {
    const metrics = metricsFromRows(rows.filter(({ batchId }) => batchId === id))
    return metrics ? [[id, metrics] as const] : []
  })
  return new Map(entries)
}

/** Returns the metrics of a run without any result in scope. */
function empty(run: CompletedRun, previous: CompletedRun | null, scope: Scope): ScopeMetrics {
  const withoutAnswers = ({ id, extractionRevision, snapshot }: CompletedRun): ComparedRun => ({
    id,
    extractionRevision,
    snapshot,
    input: { entities: metricsEntities(snapshot), prompts: [], answers: [] },
  })
  const current = withoutAnswers(run)
  return {
    summary: summarize(current.input),
    ...compareRuns(current, previous && withoutAnswers(previous), [scope]),
    previousExtractionRevision: previous?.extractionRevision ?? null,
  }
}

/** Computes metrics from results. Keeps the previous run loaded, because it is the next point of the list. */
class Loader {
  readonly #ctx: Ctx
  readonly #filter: TrendFilter
  readonly #scopes: readonly Scope[]
  #latest: ComparedRun | null = null

  constructor(ctx: Ctx, filter: TrendFilter, scopes: readonly Scope[]) {
    this.#ctx = ctx
    this.#filter = filter
    this.#scopes = scopes
  }

  async measure(run: CompletedRun, previous: CompletedRun | null): Promise<ScopeMetrics> {
    const current = await this.#load(run)
    const earlier = previous && (await this.#load(previous))
    this.#latest = earlier
    return {
      summary: summarize(current.input),
      ...compareRuns(current, earlier, this.#scopes),
      previousExtractionRevision: earlier?.extractionRevision ?? null,
    }
  }

  async #load(run: CompletedRun): Promise<ComparedRun> {
    if (this.#latest?.id === run.id) return this.#latest
    const loaded = await loadRun(this.#ctx.db, run, this.#filter)
    return { ...loaded, input: this.#scopes.reduce(filterByScope, loaded.input) }
  }
}
