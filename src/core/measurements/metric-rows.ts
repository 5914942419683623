import type { Prisma } from '../../generated/prisma/client.ts'
import { verdictsTogether } from '../../metrics/compare.ts'
import { completeSummary } from '../../metrics/complete-summary.ts'
import {
  type EntityChanges,
  type EntitySummary,
  type MetricChanges,
  type ScopeSummary,
  type Summary,
  scopeMetricsDefinition,
} from '../../metrics/definitions.ts'
import { filterByScope, type Scope, scopesOf } from '../../metrics/scopes.ts'
import { summarize } from '../../metrics/summarize.ts'
import { type ComparedFigures, type ComparedRun, compareRuns, type RunComparison } from './comparison.ts'

/** Metrics of a scope of a run, with a comparison to the previous run. */
export interface ScopeMetrics {
  summary: Summary
  comparison: RunComparison
  /** Changes of each entity; null for locations, tags and prompts, and for metrics of older definitions. */
  changes: EntityChanges[] | null
  /** Extraction revision of the previous run; null without one. */
  previousExtractionRevision: number | null
}

/** A row of `batch_metric`. */
export type MetricRow = Scope & EntityRow

/** Stored metrics of an entity in a scope. */
export interface EntityRow {
  entity: string
  metrics: EntityMetrics
}

type EntityMetrics = Omit<EntitySummary, 'id'> & {
  /** Index among the entities; the brand has 0. */
  ordinal: number
  /** Absent in rows of older definitions. */
  changes?: MetricChanges
  /** Only in the brand's row. */
  ofScope?: ScopeSummary & {
    comparison: RunComparison
    /** Absent in rows written before re-extraction existed, when every run had revision 1. */
    previousExtractionRevision?: number | null
  }
}

/**
 * Computes the metrics of every scope of an ended run, as one row per scope and entity. Yields to the event loop
 * between scopes, because together they may take a second of CPU time.
 */
export async function metricRowsOf(run: ComparedRun, previous: ComparedRun | null): Promise<MetricRow[]> {
  const parts: { scope: Scope; metrics: ScopeMetrics }[] = []
  for (const scope of scopesOf(run.input)) {
    parts.push({ scope, metrics: metricsOf(scope, run, previous) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const kind of new Set(parts.map(({ scope }) => scope.scope)))
    adjustTogether(parts.filter(({ scope }) => scope.scope === kind).map(({ metrics }) => metrics))
  return parts.flatMap(({ scope, metrics }) => entityRowsOf(metrics).map((row) => ({ ...scope, ...row })))
}

/**
 * Compares each part of a run, such as each provider, with the same part of another run. Returns the comparisons by the
 * value of the part. Faster than {@link metricRowsOf}, and also yields to the event loop.
 */
export async function comparisonsOf(
  run: ComparedRun,
  previous: ComparedRun,
  kind: Scope['scope'],
): Promise<Map<string, ComparedFigures>> {
  const comparisons = new Map<string, ComparedFigures>()
  for (const scope of scopesOf(run.input)) {
    if (scope.scope !== kind) continue
    comparisons.set(scope.value, compareRuns(partOf(run, scope), partOf(previous, scope), [scope]))
    await new Promise((resolve) => setImmediate(resolve))
  }
  adjustTogether([...comparisons.values()])
  return comparisons
}

/** Sets the adjusted verdicts of parts that are shown together. */
function adjustTogether(parts: readonly ComparedFigures[]): void {
  const verdicts = verdictsTogether(parts.map(({ comparison }) => comparison))
  for (const [index, part] of parts.entries())
    part.comparison = { ...part.comparison, adjustedVerdict: verdicts[index] ?? null }
}

function partOf(run: ComparedRun, scope: Scope): ComparedRun {
  return { ...run, input: filterByScope(run.input, scope) }
}

/** Computes the metrics of a scope of a run. */
export function metricsOf(scope: Scope, run: ComparedRun, previous: ComparedRun | null): ScopeMetrics {
  const current = partOf(run, scope)
  return {
    summary: summarize(current.input),
    ...compareRuns(current, previous && partOf(previous, scope), [scope]),
    previousExtractionRevision: previous?.extractionRevision ?? null,
  }
}

/** Returns the rows to store for the metrics of a scope. {@link metricsFromRows} is the inverse. */
export function entityRowsOf({
  summary,
  comparison,
  changes,
  previousExtractionRevision,
}: ScopeMetrics): EntityRow[] {
  const ofScope = { ...scopeOf(summary), comparison, previousExtractionRevision }
  return summary.entities.map(({ id, ...rates }, ordinal) => ({
    entity: id,
    metrics: {
      ...rates,
      ordinal,
      ...changeOf(changes?.[ordinal]),
      ...(ordinal === 0 && { ofScope }),
    },
  }))
}

function changeOf(change: EntityChanges | undefined): { changes?: MetricChanges } {
  if (!change) return {}
  const { id: _, name: __, ...changes } = change
  return { changes }
}

/** Returns the fields of a summary that do not belong to an entity. */
function scopeOf(summary: Summary): ScopeSummary {
  const figures: Readonly<Record<string, unknown>> = summary
  const names = [...Object.keys(scopeMetricsDefinition.shape), 'results']
  return Object.fromEntries(names.map((name) => [name, figures[name]])) as ScopeSummary
}

/** Converts stored rows back into metrics, including rows of older versions; null without rows. */
export function metricsFromRows(rows: readonly EntityRow[]): ScopeMetrics | null {
  const [brand, ...others] = rows.toSorted((a, b) => a.metrics.ordinal - b.metrics.ordinal)
  if (!brand?.metrics.ofScope) return null
  const {
    comparison,
    previousExtractionRevision = comparison.previousRunId === null ? null : 1,
    ...ofScope
  } = brand.metrics.ofScope
  const { name: _, ...rates } = ratesOf(brand.metrics)
  const entities = [brand, ...others].map(({ entity, metrics }) => ({ id: entity, ...ratesOf(metrics) }))
  return {
    summary: completeSummary({ ...rates, ...ofScope, entities }),
    comparison: { ...COMPARISON_DEFAULTS, ...comparison },
    changes: [brand, ...others].every(({ metrics }) => metrics.changes)
      ? [brand, ...others].flatMap(({ entity, metrics: { name, changes } }) =>
          changes ? [{ id: entity, name, ...changes }] : [],
        )
      : null,
    previousExtractionRevision,
  }
}

/** Defaults for fields that comparisons in older rows lack. */
const COMPARISON_DEFAULTS = {
  rate: null,
  previousRate: null,
  pValue: null,
  stability: null,
  adjustedVerdict: null,
}

/** Returns the summary of the whole run from its rows; null without rows. */
export function summaryIn(rows: readonly MetricRow[]): Summary | null {
  return metricsFromRows(rows.filter(({ scope }) => scope === 'all'))?.summary ?? null
}

function ratesOf({
  ordinal: _,
  ofScope: __,
  changes: ___,
  ...rates
}: EntityMetrics): Omit<EntitySummary, 'id'> {
  return rates
}

/** Replaces the rows of a batch. Inserts all rows in one statement. */
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
