import type { Prisma } from '../../generated/prisma/client.ts'
import { verdictsTogether } from '../../metrics/compare.ts'
import { completeSummary } from '../../metrics/complete-summary.ts'
import { type Scope, scopesOf, within } from '../../metrics/scopes.ts'
import { type EntitySummary, type ScopeSummary, type Summary, summarize } from '../../metrics/summarize.ts'
import { type ComparedRun, compareRuns, type RunComparison } from './comparison.ts'

/** One scope of one run: its rates, and how they compare with the run before. */
export interface ScopeMetrics {
  summary: Summary
  comparison: RunComparison
  /** Which reading of the run before it is compared with; null without one. */
  previousReading: number | null
}

/** A row of `batch_metric`. */
export interface MetricRow extends Scope {
  entity: string
  metrics: EntityMetrics
}

type EntityMetrics = Omit<EntitySummary, 'id'> & {
  /** Place among the entities, the brand at 0. */
  ordinal: number
  /** Only in the brand's row. */
  ofScope?: ScopeSummary & {
    comparison: RunComparison
    /** Absent in older rows, which knew only the first. */
    previousReading?: number | null
  }
}

/**
 * The metrics of every scope of a run that has ended, one row an entity. Lets other work go on between scopes: the whole of
 * it may take a second of this thread.
 */
export async function metricRowsOf(run: ComparedRun, previous: ComparedRun | null): Promise<MetricRow[]> {
  const parts: { scope: Scope; metrics: ScopeMetrics }[] = []
  for (const scope of scopesOf(run.measured)) {
    parts.push({ scope, metrics: metricsOf(scope, run, previous) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const kind of new Set(parts.map(({ scope }) => scope.scope))) {
    const together = parts.filter(({ scope }) => scope.scope === kind).map(({ metrics }) => metrics)
    const verdicts = verdictsTogether(together.map(({ comparison }) => comparison))
    for (const [index, metrics] of together.entries()) {
      metrics.comparison = { ...metrics.comparison, adjustedVerdict: verdicts[index] ?? null }
    }
  }
  return parts.flatMap(({ scope, metrics }) => rowsOf(scope, metrics))
}

/** The metrics of one scope of a run. */
export function metricsOf(scope: Scope, run: ComparedRun, previous: ComparedRun | null): ScopeMetrics {
  const scoped = (compared: ComparedRun) => ({ ...compared, measured: within(compared.measured, scope) })
  const current = scoped(run)
  return {
    summary: summarize(current.measured),
    comparison: compareRuns(current, previous && scoped(previous)),
    previousReading: previous?.reading ?? null,
  }
}

function rowsOf(scope: Scope, { summary, comparison, previousReading }: ScopeMetrics): MetricRow[] {
  const { metricsVersion, results, sample, shareOfVoicePrompts } = summary
  const { informativeRate, absence, sources, answersNeeded } = summary
  const ofScope = {
    ...{ metricsVersion, results, sample, shareOfVoicePrompts },
    ...{ informativeRate, absence, sources, answersNeeded },
    ...{ comparison, previousReading },
  }
  return summary.entities.map(({ id, ...rates }, ordinal) => ({
    ...scope,
    entity: id,
    metrics: {
      ...rates,
      ordinal,
      ...(ordinal === 0 && { ofScope }),
    },
  }))
}

/** Puts rows together again, those of older versions too; null when there are none. */
export function metricsFromRows(rows: readonly Pick<MetricRow, 'entity' | 'metrics'>[]): ScopeMetrics | null {
  const [brand, ...others] = rows.toSorted((a, b) => a.metrics.ordinal - b.metrics.ordinal)
  if (!brand?.metrics.ofScope) return null
  const {
    comparison,
    previousReading = comparison.previousRunId === null ? null : 1,
    ...ofScope
  } = brand.metrics.ofScope
  const { name: _, ...rates } = ratesOf(brand.metrics)
  const entities = [brand, ...others].map(({ entity, metrics }) => ({ id: entity, ...ratesOf(metrics) }))
  return {
    summary: completeSummary({ ...rates, ...ofScope, entities }),
    comparison: { ...NOT_JUDGED, ...comparison },
    previousReading,
  }
}

/** What older rows do not know. */
const NOT_JUDGED = { pValue: null, stability: null, adjustedVerdict: null }

/** The summary of the whole run among its rows; null when there are none. */
export function summaryIn(rows: readonly MetricRow[]): Summary | null {
  return metricsFromRows(rows.filter(({ scope }) => scope === 'all'))?.summary ?? null
}

function ratesOf({ ordinal: _, ofScope: __, ...rates }: EntityMetrics): Omit<EntitySummary, 'id'> {
  return rates
}

/** Writes the rows of a batch in one statement, in place of those there are. */
export async function writeMetricRows(
  db: Prisma.TransactionClient,
  batchId: string,
  rows: readonly MetricRow[],
): Promise<void> {
  await db.batchMetric.deleteMany({ where: { batchId } })
  const json = JSON.stringify(rows)
  await db.$executeRaw`
    INSERT INTO batch_metric (batch_id, scope, scope_value, entity, metrics)
    SELECT ${batchId}::uuid, scope, value, entity, metrics
    FROM json_to_recordset(${json}::json) AS rows (scope text, value text, entity text, metrics jsonb)`
}
