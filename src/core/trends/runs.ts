import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { type Scope, within } from '../../metrics/scopes.ts'
import { summarize } from '../../metrics/summarize.ts'
import { STATUSES_WITH_ANSWERS } from '../batch-status.ts'
import type { Ctx } from '../context.ts'
import { loadRun } from '../measurements/adjacent-runs.ts'
import { type ComparedRun, compareRuns } from '../measurements/comparison.ts'
import { type MetricRow, metricsFromRows, type ScopeMetrics } from '../measurements/metric-rows.ts'
import { metricsEntities } from '../measurements/metrics-input.ts'
import { belowEach, rowsOfEach } from '../page.ts'
import { type Snapshot, snapshotSchema } from '../snapshot.ts'

/** A run that ended with results. */
export interface CompletedRun {
  id: string
  finishedAt: Date
  extractionRevision: number
  snapshot: Snapshot
}

/** Which results the metrics are computed from; null means any. `tag` is in its canonical form. */
export type TrendFilter = Record<Exclude<Scope['scope'], 'all'>, string | null>

/**
 * The runs of each of these projects that ended with results, the latest end first. It checks no tenant: read the projects for
 * the caller first.
 */
export async function completedRuns(
  ctx: Ctx,
  projectIds: readonly string[],
  limit: number,
): Promise<CompletedRun[][]> {
  const { rows } = await ctx.db.pool.query<
    Omit<CompletedRun, 'snapshot'> & { of: string; snapshot: unknown }
  >({
    name: 'completed-runs',
    text: `${belowEach(
      '$1',
      `SELECT b.id, b.finished_at AS "finishedAt", b.extraction_revision AS "extractionRevision", b.snapshot FROM batch b
       WHERE b.project_id = of.id AND b.kind = 'run' AND b.status IN ${STATUSES_WITH_ANSWERS}
       ORDER BY b.finished_at DESC, b.id DESC LIMIT $2`,
    )} ORDER BY i."finishedAt" DESC, i.id DESC`,
    values: [projectIds, limit],
  })
  return rowsOfEach(projectIds, rows, ({ of }) => of).map((found) =>
    found.map(({ of: _, ...row }) => ({ ...row, snapshot: snapshotSchema.parse(row.snapshot) })),
  )
}

/**
 * The metrics of the first `limit` runs of each list, each compared with the next in its list. With one filter or none, the metrics stored at
 * the end of each run are used; they are computed from results with several filters, or when the stored ones compare with
 * another run, with another extraction of the previous run, or have older definitions.
 */
export async function metricsOfRuns(
  ctx: Ctx,
  lists: readonly (readonly CompletedRun[])[],
  { filter, limit }: { filter: TrendFilter; limit: number },
): Promise<{ run: CompletedRun; metrics: ScopeMetrics }[][]> {
  const scopes = scopesIn(filter)
  const [scope = { scope: 'all', value: '' } satisfies Scope, second] = scopes
  const shown = lists.flatMap((runs) => runs.slice(0, limit))
  const stored = second ? new Map<string, ScopeMetrics>() : await readStored(ctx, shown, scope)
  const metricsOf = async (run: CompletedRun, previous: CompletedRun | null, loader: Loader) => {
    const known = stored.get(run.id) ?? (scope.scope === 'all' || second ? null : empty(run, previous))
    const fits =
      known?.summary.metricsVersion === METRICS_VERSION &&
      known.comparison.previousRunId === (previous?.id ?? null) &&
      known.previousExtractionRevision === (previous?.extractionRevision ?? null)
    return { run, metrics: fits ? known : await loader.measure(run, previous) }
  }
  const all: { run: CompletedRun; metrics: ScopeMetrics }[][] = []
  // One after the other: runs that have to be measured hold all their results.
  for (const runs of lists) {
    const loader = new Loader(ctx, filter, scopes)
    const points: { run: CompletedRun; metrics: ScopeMetrics }[] = []
    for (const [index, run] of runs.slice(0, limit).entries())
      points.push(await metricsOf(run, runs[index + 1] ?? null, loader))
    all.push(points)
  }
  return all
}

function scopesIn(filter: TrendFilter): Scope[] {
  const { provider, location, tag } = filter
  return [
    ...(provider === null ? [] : [{ scope: 'provider', value: provider } satisfies Scope]),
    ...(location === null ? [] : [{ scope: 'location', value: location } satisfies Scope]),
    ...(tag === null ? [] : [{ scope: 'tag', value: tag } satisfies Scope]),
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
  const found = runs.flatMap(({ id }) => {
    const metrics = metricsFromRows(rows.filter(({ batchId }) => batchId === id))
    return metrics ? [[id, metrics] as const] : []
  })
  return new Map(found)
}

/** The metrics of a run without a result in scope. */
function empty(run: CompletedRun, previous: CompletedRun | null): ScopeMetrics {
  const nothing = ({ id, extractionRevision, snapshot }: CompletedRun): ComparedRun => ({
    id,
    extractionRevision,
    snapshot,
    input: { entities: metricsEntities(snapshot), prompts: [], answers: [] },
  })
  const current = nothing(run)
  return {
    summary: summarize(current.input),
    comparison: compareRuns(current, previous && nothing(previous)),
    previousExtractionRevision: previous?.extractionRevision ?? null,
  }
}

/** Computes metrics from results. Keeps the previous run loaded, because it is the next point. */
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
      comparison: compareRuns(current, earlier),
      previousExtractionRevision: earlier?.extractionRevision ?? null,
    }
  }

  async #load(run: CompletedRun): Promise<ComparedRun> {
    if (this.#latest?.id === run.id) return this.#latest
    const loaded = await loadRun(this.#ctx.db, run, this.#filter)
    return { ...loaded, input: this.#scopes.reduce(within, loaded.input) }
  }
}
