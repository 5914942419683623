import { authorize } from '../access/authorize.ts'
import { batchColumns, VISIBLE, visibleValues } from '../batches/read.ts'
import { type BatchRecord, type BatchRow, toBatchRecord } from '../batches/row.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'

/** A direction in the order of runs. Runs are ordered by their end; a run in progress comes after all ended runs. */
export type Side = 'previous' | 'next'

/**
 * Returns SQL that joins each run `b` with its adjacent run `n`: the previous or next run of the same project with
 * results.
 */
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
 * Returns the previous run with results of each run, in the same project and without its summary. Null if there is
 * none, and for ids that are not runs or that the caller may not read.
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
