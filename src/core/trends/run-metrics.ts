import type { Scope } from '../../metrics/scopes.ts'
import { authorize } from '../authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { providerFilter } from '../providers/filter.ts'
import { canonicalKey } from '../text.ts'
import { type MetricRow, metricsFromRows, type ScopeMetrics } from './metric-rows.ts'

/** The metrics of a part of a run: as they were written when it ended. */
export type RunMetrics = ScopeMetrics & Scope

/** What {@link readRunMetrics} takes for an id: a run, and of which kind its parts are. */
export function runMetricsId(runId: string, scope: Scope['scope']): string {
  return `${runId}/${scope}`
}

/**
 * The metrics of runs by kind of part, each part with its own, in the order of their values; `ids` are those of
 * {@link runMetricsId}. Null for a run that has not ended or gave no results, and for what the caller may not see.
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
  const { rows } = await ctx.db.pool.query<MetricRow & { runId: string }>({
    name: 'run-metrics',
    text: `SELECT m.batch_id AS "runId", m.scope, m.scope_value AS value, m.entity, m.metrics
           FROM unnest($4::uuid[], $5::text[]) AS a (batch_id, scope)
           JOIN batch b ON b.id = a.batch_id
           JOIN batch_metric m ON m.batch_id = a.batch_id AND m.scope = a.scope
           WHERE ${VISIBLE} AND b.kind = 'run' ORDER BY m.scope_value COLLATE "C"`,
    values: [...visibleValues(ctx), asked.map(([runId]) => runId), asked.map(([, scope]) => scope)],
  })
  const found = new Map<string, Map<string, MetricRow[]>>()
  for (const row of rows) {
    const id = runMetricsId(row.runId, row.scope)
    const parts = found.get(id) ?? new Map<string, MetricRow[]>()
    found.set(id, parts)
    parts.set(row.value, [...(parts.get(row.value) ?? []), row])
  }
  return input.ids.map((id) => {
    const parts = found.get(id)
    return parts ? [...parts.values()].flatMap(partOf) : null
  })
}

function partOf(rows: readonly MetricRow[]): RunMetrics[] {
  const [row] = rows
  const metrics = metricsFromRows(rows)
  return row && metrics ? [{ ...metrics, scope: row.scope, value: row.value }] : []
}

/**
 * What a part is called in the metrics: a provider by its token, a tag by its identity.
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
