import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { type Scope, within } from '../../metrics/scopes.ts'
import { summarize } from '../../metrics/summarize.ts'
import { measuredEntities } from '../batches/measured.ts'
import { type Snapshot, snapshotSchema } from '../batches/snapshot.ts'
import type { Ctx } from '../context.ts'
import { type ComparedRun, compareRuns } from './comparison.ts'
import { type MetricRow, metricsFromRows, type ScopeMetrics } from './metric-rows.ts'
import { loadRun } from './previous-run.ts'

/** A run that gave results. */
export interface MeasuredRun {
  id: string
  finishedAt: Date
  reading: number
  snapshot: Snapshot
}

/** What figures are computed from; null does not ask. `tag` is an identity, not a spelling. */
export type TrendFilter = Record<Exclude<Scope['scope'], 'all'>, string | null>

/** The runs of a project that gave results, the one that ended last first. The project must have been read for the caller. */
export async function completedRuns(ctx: Ctx, projectId: string, limit: number): Promise<MeasuredRun[]> {
  const { rows } = await ctx.db.pool.query<Omit<MeasuredRun, 'snapshot'> & { snapshot: unknown }>({
    name: 'completed-runs',
    text: `SELECT id, finished_at AS "finishedAt", reading, snapshot FROM batch
           WHERE project_id = $1 AND kind = 'run' AND status IN ('completed', 'partially_completed')
           ORDER BY finished_at DESC, id DESC LIMIT $2`,
    values: [projectId, limit],
  })
  return rows.map((row) => ({ ...row, snapshot: snapshotSchema.parse(row.snapshot) }))
}

/**
 * The metrics of the first `limit` runs, each compared with the one after it in the list. One filter, or none, is answered
 * from what was written when the runs ended; only several at once, and what was written for another order of runs, another
 * reading of the run before or by other definitions, are computed from results.
 */
export async function measureRuns(
  ctx: Ctx,
  runs: readonly MeasuredRun[],
  { filter, limit }: { filter: TrendFilter; limit: number },
): Promise<{ run: MeasuredRun; metrics: ScopeMetrics }[]> {
  const shown = runs.slice(0, limit)
  const scopes = scopesIn(filter)
  const [scope = { scope: 'all', value: '' } satisfies Scope, second] = scopes
  const written = second ? new Map<string, ScopeMetrics>() : await readWritten(ctx, shown, scope)
  const compared = new Loader(ctx, filter, scopes)
  const measured: { run: MeasuredRun; metrics: ScopeMetrics }[] = []
  for (const [index, run] of shown.entries()) {
    const previous = runs[index + 1] ?? null
    const known = written.get(run.id) ?? (scope.scope === 'all' || second ? null : empty(run, previous))
    const fits =
      known?.summary.metricsVersion === METRICS_VERSION &&
      known.comparison.previousRunId === (previous?.id ?? null) &&
      known.previousReading === (previous?.reading ?? null)
    measured.push({ run, metrics: fits ? known : await compared.measure(run, previous) })
  }
  return measured
}

function scopesIn(filter: TrendFilter): Scope[] {
  const { provider, location, tag } = filter
  return [
    ...(provider === null ? [] : [{ scope: 'provider', value: provider } satisfies Scope]),
    ...(location === null ? [] : [{ scope: 'location', value: location } satisfies Scope]),
    ...(tag === null ? [] : [{ scope: 'tag', value: tag } satisfies Scope]),
  ]
}

async function readWritten(
  ctx: Ctx,
  runs: readonly MeasuredRun[],
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

/** A run without a result in scope. */
function empty(run: MeasuredRun, previous: MeasuredRun | null): ScopeMetrics {
  const nothing = ({ id, reading, snapshot }: MeasuredRun): ComparedRun => ({
    id,
    reading,
    snapshot,
    measured: { entities: measuredEntities(snapshot), prompts: [], answers: [] },
  })
  const current = nothing(run)
  return {
    summary: summarize(current.measured),
    comparison: compareRuns(current, previous && nothing(previous)),
    previousReading: previous?.reading ?? null,
  }
}

/** Computes metrics from results; the run that one point was compared with is the next point. */
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

  async measure(run: MeasuredRun, previous: MeasuredRun | null): Promise<ScopeMetrics> {
    const current = await this.#load(run)
    const earlier = previous && (await this.#load(previous))
    this.#latest = earlier
    return {
      summary: summarize(current.measured),
      comparison: compareRuns(current, earlier),
      previousReading: earlier?.reading ?? null,
    }
  }

  async #load(run: MeasuredRun): Promise<ComparedRun> {
    if (this.#latest?.id === run.id) return this.#latest
    const loaded = await loadRun(this.#ctx.db, run, this.#filter)
    return { ...loaded, measured: this.#scopes.reduce(within, loaded.measured) }
  }
}
