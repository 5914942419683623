import { authorize } from '../authorize.ts'
import { type BatchRecord, type BatchRow, recordOf } from '../batches/batch-record.ts'
import { batchColumns, VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'

/** Runs are in the order of their ends; one that goes on comes after all that ended. */
export type Side = 'previous' | 'next'

/** As a lateral join: the run `n` beside the run `b` of the same project, among those that gave results. */
export function neighbourOf(side: Side): string {
  const [beyond, direction] =
    side === 'previous'
      ? ['(b.finished_at IS NULL OR (o.finished_at, o.id) < (b.finished_at, b.id))', 'DESC']
      : ['(o.finished_at, o.id) > (b.finished_at, b.id)', 'ASC']
  return `JOIN LATERAL (
    SELECT o.* FROM batch o
    WHERE o.project_id = b.project_id AND o.kind = 'run' AND o.status IN ('completed', 'partially_completed') AND ${beyond}
    ORDER BY o.finished_at ${direction}, o.id ${direction} LIMIT 1) n ON true`
}

/**
 * The run of the same project that gave results and ended last before each of these, without summaries; null where there is
 * none, and for what is no run the caller may see.
 */
export async function readPreviousRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(BatchRecord | null)[]> {
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<BatchRow & { of: string }>({
    name: 'previous-runs',
    text: `SELECT b.of, ${batchColumns()} FROM (
             SELECT b.id AS of, n.* FROM batch b ${neighbourOf('previous')}
             WHERE ${VISIBLE} AND b.id = ANY($4::uuid[]) AND b.kind = 'run') b`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  const found = new Map(rows.map((row) => [row.of, recordOf(row)]))
  return input.ids.map((id) => found.get(id) ?? null)
}
