import { authorize } from '../authorize.ts'
import { STATUSES_WITH_ANSWERS } from '../batch-status.ts'
import { batchColumns, VISIBLE, visibleValues } from '../batches/read.ts'
import { type BatchRecord, type BatchRow, toBatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'

/** A direction in the order of runs: by their end, with a run in progress after all that have ended. */
export type Side = 'previous' | 'next'

/** SQL that joins to each run `b` the adjacent run `n` of the same project, among the runs with results. */
export function joinAdjacentRun(side: Side): string {
  const [beyond, direction] =
    side === 'previous'
      ? ['(b.finished_at IS NULL OR (o.finished_at, o.id) < (b.finished_at, b.id))', 'DESC']
      : ['(o.finished_at, o.id) > (b.finished_at, b.id)', 'ASC']
  return `JOIN LATERAL (
    SELECT o.* FROM batch o
    WHERE o.project_id = b.project_id AND o.kind = 'run' AND o.status IN ${STATUSES_WITH_ANSWERS} AND ${beyond}
    ORDER BY o.finished_at ${direction}, o.id ${direction} LIMIT 1) n ON true`
}

/**
 * For each of these runs the latest run of its project with results that ended before it, without its summary; null where
 * there is none, and for ids that are no run the caller may read.
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
             SELECT b.id AS of, n.* FROM batch b ${joinAdjacentRun('previous')}
             WHERE ${VISIBLE} AND b.id = ANY($4::uuid[]) AND b.kind = 'run') b`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  return inIdOrder(input.ids, rows, toBatchRecord, ({ of }) => of)
}
