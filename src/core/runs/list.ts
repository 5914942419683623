import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { authorize } from '../access/authorize.ts'
import { BATCH_TRIGGERS } from '../batches/definition.ts'
import { type BatchList, countBatches, pageBatches } from '../batches/page.ts'
import { batchColumns, VISIBLE, visibleValues } from '../batches/read.ts'
import { type BatchRecord, type BatchRow, toBatchRecord } from '../batches/row.ts'
import { SHOWN_STATUSES } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import type { Page } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'

/** Filters for a list of runs. */
export const runsFilterSchema = z.strictObject({
  status: z.enum(valuesOf(SHOWN_STATUSES)).optional().describe('Status of the run.'),
  trigger: z.enum(valuesOf(BATCH_TRIGGERS)).optional().describe('What started the run.'),
})

/** Filters for a list of runs; every given field must match. */
export type RunsFilter = z.input<typeof runsFilterSchema>

/**
 * Returns a page of the runs of each project, newest first, plus one extra run if there are more. Summaries are null
 * unless requested. Empty for a project that the caller may not read.
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
 * Returns the number of runs of each project that match the filter.
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
 * Returns the latest ended run of each project, whatever its status, without its summary. Null if no run has ended, and
 * for a project that the caller may not see.
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
