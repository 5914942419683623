import { authorize } from '../authorize.ts'
import { visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { type EntityRow, metricsFromRows, type ScopeMetrics } from '../measurements/metric-rows.ts'

/** The metrics of one prompt in one run, as stored when the run ended. */
export interface PromptMetrics extends ScopeMetrics {
  runId: string
  scope: 'prompt'
  /** The id of the prompt. */
  value: string
}

/** An id for {@link readPromptMetrics}: a prompt, and the run; by default the newest with results that asked it. */
export function promptMetricsId(promptId: string, runId: string | null): string {
  return `${promptId}/${runId ?? ''}`
}

/**
 * SQL that says whether the caller may see a prompt and its runs, of one project as they are; its parameters are the first of the
 * statement, `visibleValues`. Checked once for each prompt: joined to each of its runs it takes five times as long.
 */
export function seesPrompt(id: string): string {
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
 * The metrics of prompts, each in one run, by the ids of {@link promptMetricsId}. Null where the run has no results, has not
 * asked the prompt, or is not the caller's.
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
  const asked = ids.flatMap((id) => {
    const [promptId = '', runId = ''] = id.split('/')
    return isUuid(promptId) && (runId === '' || isUuid(runId)) ? [{ id, promptId, runId: runId || null }] : []
  })
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'prompt-metrics',
    text: `SELECT a.id, m.batch_id AS "runId", m.prompt_id AS "promptId", m.metrics
           FROM unnest($4::text[], $5::uuid[], $6::uuid[]) AS a (id, prompt_id, run_id)
           CROSS JOIN LATERAL (
             SELECT m.* FROM prompt_metric m WHERE ${seesPrompt('a.prompt_id')}
               AND m.prompt_id = a.prompt_id AND (a.run_id IS NULL OR m.batch_id = a.run_id)
             ORDER BY m.ended_at DESC, m.batch_id DESC LIMIT 1) m`,
    values: [
      ...visibleValues(ctx),
      asked.map(({ id }) => id),
      asked.map(({ promptId }) => promptId),
      asked.map(({ runId }) => runId),
    ],
  })
  const found = new Map(rows.map((row) => [row.id, metricsOf(row)]))
  return ids.map((id) => found.get(id) ?? null)
}

function metricsOf({ runId, promptId, metrics }: Row): PromptMetrics | null {
  const read = metricsFromRows(metrics)
  return read && { ...read, runId, scope: 'prompt', value: promptId }
}
