import { NO_EVIDENCE } from '../alerts/definition.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { notify } from './notify.ts'

/** A weekly run that did not start within an hour, or has not ended after a day, is late. */
const LATE_RUNS = `
  SELECT s.project_id AS "projectId", NULL::uuid AS "runId", s.next_run_at AS due
  FROM schedule s JOIN project p ON p.id = s.project_id
  WHERE s.enabled AND s.next_run_at < $1::timestamptz - interval '1 hour' AND p.organization_id IS NOT NULL
  UNION ALL
  SELECT b.project_id, b.id, b.created_at FROM batch b
  WHERE b.status IN ('queued', 'running') AND b.kind = 'run' AND b.trigger = 'schedule'
    AND b.created_at < $1::timestamptz - interval '1 day' AND b.project_id IS NOT NULL
    AND b.organization_id IS NOT NULL`

/** Maximum number of alerts per sweep. */
const LIMIT = 500

/**
 * Raises an alert about each weekly run that is late, once per run.
 * @returns the number of new alerts
 */
export async function sweepLateRuns({ ctx }: { ctx: Ctx }): Promise<number> {
  const now = ctx.now()
  const { rows } = await ctx.db.pool.query<{ projectId: string; runId: string | null; due: Date }>({
    name: 'late-runs',
    text: `SELECT * FROM (${LATE_RUNS}) AS late
           WHERE NOT EXISTS (SELECT FROM alert a WHERE a.project_id = late."projectId" AND a.kind = 'run_late'
             AND a.created_at > late.due)
           ORDER BY due LIMIT ${LIMIT}`,
    values: [now],
  })
  let raised = 0
  for (const { projectId, runId, due } of rows) {
    const dueAt = due.toISOString()
    const evidence = { ...NO_EVIDENCE, dueAt }
    raised += await transaction(ctx, async (tx) => {
      const occasion = { projectId, runId, previousRunId: null, occasion: dueAt, at: now }
      const ids = await raiseAlerts(tx, occasion, [{ kind: 'run_late', subject: 'schedule', evidence }])
      await notify(tx, { projectId, runId, alertIds: ids, at: now })
      return ids.length
    })
  }
  return raised
}
