import type { Scope } from '../../metrics/scopes.ts'
import { authorize } from '../authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { type MetricRow, metricsFromRows, type ScopeMetrics } from '../measurements/metric-rows.ts'
import { providerFilter } from '../providers/filter.ts'
import { canonicalKey } from '../text.ts'

/** The metrics of a part of a run or an async analysis, as stored when it ended. Only runs are compared with others. */
export interface RunMetrics extends ScopeMetrics, Scope {
  /** Of the run or the async analysis. */
  runId: string
}

/** An id for {@link readRunMetrics}: a run or an async analysis, and the kind of its parts. */
export function runMetricsId(runId: string, scope: Scope['scope']): string {
  return `${runId}/${scope}`
}

/**
 * The metrics of each part of runs and async analyses, by kind of part, sorted by value; `ids` are those of {@link runMetricsId}. Null for one
 * that has not ended, has no results, or that the caller may not see.
 */
export async function readRunMetrics({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(RunMetrics[] | null)[]> {
  authorize(ctx, 'analysis:read')
  const asked = input.ids.map((id) => id.split('/')).filter(([runId = '']) => isUuid(runId))
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'run-metrics',
    text: `SELECT m.batch_id AS "runId", m.scope, m.scope_value AS value, m.entity, m.metrics
           FROM unnest($4::uuid[], $5::text[]) AS a (batch_id, scope)
           JOIN batch b ON b.id = a.batch_id
           JOIN batch_metric m ON m.batch_id = a.batch_id AND m.scope = a.scope
           WHERE ${VISIBLE} ORDER BY m.scope_value COLLATE "C"`,
    values: [...visibleValues(ctx), asked.map(([runId]) => runId), asked.map(([, scope]) => scope)],
  })
  const found = new Map<string, Map<string, Row[]>>()
  for (const row of rows) {
    const id = runMetricsId(row.runId, row.scope)
    const parts = found.get(id) ?? new Map<string, Row[]>()
    found.set(id, parts)
    parts.set(row.value, [...(parts.get(row.value) ?? []), row])
  }
  return input.ids.map((id) => {
    const parts = found.get(id)
    return parts ? [...parts.values()].flatMap(partOf) : null
  })
}

type Row = MetricRow & { runId: string }

function partOf(rows: readonly Row[]): RunMetrics[] {
  const [row] = rows
  const metrics = metricsFromRows(rows)
  return row && metrics ? [{ ...metrics, runId: row.runId, scope: row.scope, value: row.value }] : []
}

/**
 * The value of a part in the stored metrics: the token of a provider, the canonical form of a tag.
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
      return value
  }
}
