import type { Scope } from '../../metrics/scopes.ts'
import { authorize } from '../access/authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { canonicalKey } from '../foundation/text.ts'
import { type MetricRow, metricsFromRows, type ScopeMetrics } from '../measurements/metric-rows.ts'
import { providerFilter } from '../providers/filter.ts'

/** Metrics of a part of a run or an async analysis, as stored when it ended. Only runs are compared with others. */
export interface RunMetrics extends ScopeMetrics, Scope {
  /** Id of the run or the async analysis. */
  runId: string
}

/** Returns an id for {@link readRunMetrics}: a run or an async analysis, and a kind of parts. */
export function runMetricsId(runId: string, scope: Scope['scope']): string {
  return `${runId}/${scope}`
}

/**
 * Returns the metrics of the parts of runs and async analyses, sorted by value. The ids, from {@link runMetricsId},
 * contain the kind of parts. Null if it has not ended or has no results, or if the caller may not see it.
 */
export async function readRunMetrics({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(RunMetrics[] | null)[]> {
  authorize(ctx, 'analysis:read')
  const requested = input.ids.map((id) => id.split('/')).filter(([runId = '']) => isUuid(runId))
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'run-metrics',
    text: `SELECT m.batch_id AS "runId", m.scope, m.scope_value AS value, m.entity, m.metrics
           FROM unnest($4::uuid[], $5::text[]) AS a (batch_id, scope)
           JOIN batch b ON b.id = a.batch_id
           JOIN batch_metric m ON m.batch_id = a.batch_id AND m.scope = a.scope
           WHERE ${VISIBLE} ORDER BY m.scope_value COLLATE "C"`,
    values: [...visibleValues(ctx), requested.map(([runId]) => runId), requested.map(([, scope]) => scope)],
  })
  const partsById = new Map<string, Map<string, Row[]>>()
  for (const row of rows) {
    const id = runMetricsId(row.runId, row.scope)
    const parts = partsById.get(id) ?? new Map<string, Row[]>()
    partsById.set(id, parts)
    parts.set(row.value, [...(parts.get(row.value) ?? []), row])
  }
  return input.ids.map((id) => {
    const parts = partsById.get(id)
    return parts ? [...parts.values()].flatMap(toRunMetrics) : null
  })
}

type Row = MetricRow & { runId: string }

function toRunMetrics(rows: readonly Row[]): RunMetrics[] {
  const [row] = rows
  const metrics = metricsFromRows(rows)
  return row && metrics ? [{ ...metrics, runId: row.runId, scope: row.scope, value: row.value }] : []
}

/**
 * Returns the value of a part as the metrics store it: the token of a provider, or the canonical form of a tag.
 * @throws {AppError} INVALID_PROVIDER on `value`
 */
export function metricsValue(ctx: Ctx, scope: Scope['scope'], value: string): string {
  switch (scope) {
    case 'provider':
      return providerFilter(ctx, value, 'value') ?? value
    case 'tag':
      return canonicalKey(value)
    case 'all':
    case 'location':
    case 'searched':
    case 'persona':
      return value
  }
}
