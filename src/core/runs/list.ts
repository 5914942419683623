import { z } from 'zod'
import { authorize } from '../authorize.ts'
import { type BatchRecord, type BatchRow, recordOf } from '../batches/batch-record.ts'
import { batchColumns, VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'

const soughtSchema = z.strictObject({
  status: z.enum(['queued', 'running', 'completed', 'partially_completed', 'failed']).optional(),
  trigger: z.enum(['manual', 'schedule', 'api']).optional(),
})

/** What runs of a project are looked for; all that is given must hold. */
export type RunsSought = z.input<typeof soughtSchema>

const FOUND = `${VISIBLE} AND b.project_id = $4 AND b.kind = 'run' AND ($5::text IS NULL OR b.status::text = $5)
  AND ($6::text IS NULL OR b.trigger::text = $6)`

/**
 * A page of the runs of a project, newest first, summaries only where asked for: one more than it holds where there is more.
 * None of a project the caller may not see.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { projectId: string; sought?: RunsSought; page: Page; summary?: boolean }
}): Promise<BatchRecord[]> {
  authorize(ctx, 'runs:read')
  const { page, summary = false } = input
  const { rows } = await ctx.db.pool.query<BatchRow>({
    name: `runs-page-${page.backward}-${summary}`,
    text: `SELECT ${batchColumns({ summary })} FROM batch b
           WHERE ${FOUND} AND ($7::uuid IS NULL OR b.id < $7) AND ($8::uuid IS NULL OR b.id > $8)
           ORDER BY b.id ${page.backward ? 'ASC' : 'DESC'} LIMIT $9`,
    values: [...conditions(ctx, input), page.after, page.before, page.size + 1],
  })
  return inListOrder(rows.map(recordOf), page)
}

/**
 * How many runs of a project are sought.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function countRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { projectId: string; sought?: RunsSought }
}): Promise<number> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<{ count: number }>({
    name: 'count-runs',
    text: `SELECT count(*)::int AS count FROM batch b WHERE ${FOUND}`,
    values: conditions(ctx, input),
  })
  return rows[0]?.count ?? 0
}

/** The values of {@link FOUND}. */
function conditions(ctx: Ctx, { projectId, sought = {} }: { projectId: string; sought?: RunsSought }) {
  const { status, trigger } = parse(soughtSchema, sought)
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
  const found = new Map(rows.map((row) => [row.projectId, recordOf(row)]))
  return input.ids.map((id) => found.get(id) ?? null)
}
