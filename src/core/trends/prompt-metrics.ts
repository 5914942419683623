import { authorize } from '../access/authorize.ts'
import { visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { type EntityRow, metricsFromRows, type ScopeMetrics } from '../measurements/metric-rows.ts'

/** Metrics of one prompt in one run, as stored when the run ended. */
export interface PromptMetrics extends ScopeMetrics {
  runId: string
  scope: 'prompt'
  /** Id of the prompt. */
  value: string
}

/**
 * Returns an id for {@link readPromptMetrics}: a prompt and a run. Without a run, it refers to the newest run with
 * results that asked the prompt.
 */
export function promptMetricsId(promptId: string, runId: string | null): string {
  return `${promptId}/${runId ?? ''}`
}

/**
 * Returns an SQL condition that is true if the caller may see a prompt and its runs, which belong to the same project.
 * Its parameters are the first ones of the statement, `visibleValues`. It is checked once per prompt, because joining
 * it to each run of the prompt takes five times as long.
 */
export function isPromptVisible(id: string): string {
  return `EXISTS (SELECT FROM prompt p JOIN project o ON o.id = p.project_id
    WHERE p.id = ${id} AND o.organization_id = $1 AND ($2 OR o.id = $3::uuid))`
}

interface Row {
  id: string
  runId: string
  promptId: string
  metrics: EntityRow[]
}

/**
 * Returns the metrics of prompts, each in one run, for the ids of {@link promptMetricsId}. Null if the run has no
 * results or did not ask the prompt, or if the caller may not see it.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function readPromptMetrics({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(PromptMetrics | null)[]> {
  authorize(ctx, 'runs:read')
  const requested = ids.flatMap((id) => {
    const [promptId = '', runId = ''] = id.split('/')
    return isUuid(promptId) && (runId === '' || isUuid(runId)) ? [{ id, promptId, runId: runId || null }] : []
  })
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'prompt-metrics',
    text: `SELECT a.id, m.batch_id AS "runId", m.prompt_id AS "promptId", m.metrics
           FROM unnest($4::text[], $5::uuid[], $6::uuid[]) AS a (id, prompt_id, run_id)
           CROSS JOIN LATERAL (
             SELECT m.* FROM prompt_metric m WHERE ${isPromptVisible('a.prompt_id')}
               AND m.prompt_id = a.prompt_id AND (a.run_id IS NULL OR m.batch_id = a.run_id)
             ORDER BY m.ended_at DESC, m.batch_id DESC LIMIT 1) m`,
    values: [
      ...visibleValues(ctx),
      requested.map(({ id }) => id),
      requested.map(({ promptId }) => promptId),
      requested.map(({ runId }) => runId),
    ],
  })
  const metricsById = new Map(rows.map((row) => [row.id, toPromptMetrics(row)]))
  return ids.map((id) => metricsById.get(id) ?? null)
}

function toPromptMetrics({ runId, promptId, metrics }: Row): PromptMetrics | null {
  const scopeMetrics = metricsFromRows(metrics)
  return scopeMetrics && { ...scopeMetrics, runId, scope: 'prompt', value: promptId }
}
