import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { type Scope, within } from '../../metrics/scopes.ts'
import { summarize } from '../../metrics/summarize.ts'
import { STATUSES_WITH_ANSWERS } from '../batch-status.ts'
import type { Ctx } from '../context.ts'
import { loadRun } from '../measurements/adjacent-runs.ts'
import { type ComparedRun, compareRuns } from '../measurements/comparison.ts'
import { type MetricRow, metricsFromRows, type ScopeMetrics } from '../measurements/metric-rows.ts'
import { metricsEntities } from '../measurements/metrics-input.ts'
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

/** The runs of a project that ended with results, the latest end first. It checks no tenant: read the project for the caller first. */
export async function completedRuns(ctx: Ctx, projectId: string, limit: number): Promise<CompletedRun[]> {
  const { rows } = await ctx.db.pool.query<Omit<CompletedRun, 'snapshot'> & { snapshot: unknown }>({
    name: 'completed-runs',
    text: `SELECT id, finished_at AS "finishedAt", extraction_revision AS "extractionRevision", snapshot FROM batch
           WHERE project_id = $1 AND kind = 'run' AND status IN ${STATUSES_WITH_ANSWERS}
           ORDER BY finished_at DESC, id DESC LIMIT $2`,
    values: [projectId, limit],
  })
  return rows.map((row) => ({ ...row, snapshot: snapshotSchema.parse(row.snapshot) }))
}

/**
 * The metrics of the first `limit` runs, each compared with the next in the list. With one filter or none, the metrics stored at
 * the end of each run are used; they are computed from results with several filters, or when the stored ones compare with
 * another run, with another extraction of the previous run, or have older definitions.
 */
export async function metricsOfRuns(
  ctx: Ctx,
  runs: readonly CompletedRun[],
  { filter, limit }: { filter: TrendFilter; limit: number },
): Promise<{ run: CompletedRun; metrics: ScopeMetrics }[]> {
  const shown = runs.slice(0, limit)
  const scopes = scopesIn(filter)
  const [scope = { scope: 'all', value: '' } satisfies Scope, second] = scopes
  const stored = second ? new Map<string, ScopeMetrics>() : await readStored(ctx, shown, scope)
  const loader = new Loader(ctx, filter, scopes)
  const points: { run: CompletedRun; metrics: ScopeMetrics }[] = []
  for (const [index, run] of shown.entries()) {
    const previous = runs[index + 1] ?? null
    const known = stored.get(run.id) ?? (scope.scope === 'all' || second ? null : empty(run, previous))
    const fits =
      known?.summary.metricsVersion === METRICS_VERSION &&
      known.comparison.previousRunId === (previous?.id ?? null) &&
      known.previousExtractionRevision === (previous?.extractionRevision ?? null)
    points.push({ run, metrics: fits ? known : await loader.measure(run, previous) })
  }
  return points
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
