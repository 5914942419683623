import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { authorize } from '../authorize.ts'
import { SHOWN_STATUSES } from '../batch-status.ts'
import { BATCH_TRIGGERS } from '../batches/definition.ts'
import { batchColumns, VISIBLE, visibleValues } from '../batches/read.ts'
import { type BatchRecord, type BatchRow, hasShownStatus, toBatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'

const filterSchema = z.strictObject({
  status: z.enum(valuesOf(SHOWN_STATUSES)).optional(),
  trigger: z.enum(valuesOf(BATCH_TRIGGERS)).optional(),
})

/** Restricts a list of runs; all given fields must match. */
export type RunsFilter = z.input<typeof filterSchema>

const CONDITIONS = `${VISIBLE} AND b.project_id = $4 AND b.kind = 'run' AND ($5::text IS NULL OR ${hasShownStatus('$5')})
  AND ($6::text IS NULL OR b.trigger::text = $6)`

/**
 * A page of the runs of a project, newest first, and one more if there are more; their summaries are null unless requested.
 * Empty for a project the caller may not read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { projectId: string; filter?: RunsFilter; page: Page; summary?: boolean }
}): Promise<BatchRecord[]> {
  authorize(ctx, 'runs:read')
  const { page, summary = false } = input
  const { rows } = await ctx.db.pool.query<BatchRow>({
    name: `runs-page-${page.backward}-${summary}`,
    text: `SELECT ${batchColumns({ summary })} FROM batch b
           WHERE ${CONDITIONS} AND ($7::uuid IS NULL OR b.id < $7) AND ($8::uuid IS NULL OR b.id > $8)
           ORDER BY b.id ${page.backward ? 'ASC' : 'DESC'} LIMIT $9`,
    values: [...conditionValues(ctx, input), page.after, page.before, page.size + 1],
  })
  return inListOrder(rows.map(toBatchRecord), page)
}

/**
 * How many runs of a project meet the filter.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function countRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { projectId: string; filter?: RunsFilter }
}): Promise<number> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<{ count: number }>({
    name: 'count-runs',
    text: `SELECT count(*)::int AS count FROM batch b WHERE ${CONDITIONS}`,
    values: conditionValues(ctx, input),
  })
  return rows[0]?.count ?? 0
}

/** The values of {@link CONDITIONS}. */
function conditionValues(ctx: Ctx, { projectId, filter = {} }: { projectId: string; filter?: RunsFilter }) {
  const { status, trigger } = parse(filterSchema, filter)
  return [...visibleValues(ctx), projectId, status ?? null, trigger ?? null]
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
