import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { authorize } from '../authorize.ts'
import { SHOWN_STATUSES } from '../batch-status.ts'
import { BATCH_TRIGGERS } from '../batches/definition.ts'
import { type BatchList, countBatches, pageBatches } from '../batches/page.ts'
import { batchColumns, VISIBLE, visibleValues } from '../batches/read.ts'
import { type BatchRecord, type BatchRow, toBatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import type { Page } from '../page.ts'
import { parse } from '../parse.ts'

/** Which runs a list shows. */
export const runsFilterSchema = z.strictObject({
  status: z.enum(valuesOf(SHOWN_STATUSES)).optional().describe('Their state.'),
  trigger: z.enum(valuesOf(BATCH_TRIGGERS)).optional().describe('What started them.'),
})

/** Restricts a list of runs; all given fields must match. */
export type RunsFilter = z.input<typeof runsFilterSchema>

/**
 * A page of the runs of each of these projects, newest first, and one more if there are more; their summaries are null unless
 * requested. Empty for a project the caller may not read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[]; filter?: RunsFilter; page: Page; summary?: boolean }
}): Promise<BatchRecord[][]> {
  authorize(ctx, 'runs:read')
  return pageBatches(ctx, listOf(input), input)
}

/**
 * How many runs of each of these projects meet the filter.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function countRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[]; filter?: RunsFilter }
}): Promise<number[]> {
  authorize(ctx, 'runs:read')
  return countBatches(ctx, listOf(input))
}

function listOf({ ids, filter = {} }: { ids: readonly string[]; filter?: RunsFilter }): BatchList {
  return { ids, of: 'project', kind: 'run', ...parse(runsFilterSchema, filter) }
}

/**
 * The run of each project that ended last, however it ended, without its summary; null where none has, and for a project the
 * caller may not see.
 */
export async function readLatestRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(BatchRecord | null)[]> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<BatchRow>({
    name: 'latest-runs',
    text: `SELECT DISTINCT ON (b.project_id) ${batchColumns()} FROM batch b
           WHERE ${VISIBLE} AND b.project_id = ANY($4::uuid[]) AND b.kind = 'run' AND b.finished_at IS NOT NULL
           ORDER BY b.project_id, b.finished_at DESC, b.id DESC`,
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  return inIdOrder(input.ids, rows, toBatchRecord, ({ projectId }) => projectId)
}
