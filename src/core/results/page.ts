import { z } from 'zod'
import type { BatchRecord } from '../batches/batch-record.ts'
import { isFinal } from '../batches/change.ts'
import type { Ctx } from '../context.ts'
import { inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields, soughtTextSchema } from './filter.ts'
import { FIRST_PLACE, LAST_PLACE, placeOf, type ResultOrder, sortKeyOf } from './order.ts'
import { soughtPrompts } from './prompts.ts'
import {
  countResults,
  includeName,
  type ResultInclude,
  type ResultRecord,
  type ResultRow,
  readResults,
  selectResults,
  toRecord,
} from './read.ts'
import { RESULT } from './reading.ts'

const soughtSchema = z.strictObject({
  prompt: soughtTextSchema.optional(),
  ...filterFields,
  status: z.enum(['ok', 'refused', 'not_shown', 'failed']).optional(),
  mentioned: z.boolean().optional(),
})

/** What results of a run are looked for; all that is given must hold. `mentioned` leaves out what was not answered. */
export type ResultsSought = z.input<typeof soughtSchema>

const FOUND = `r.batch_id = $1 AND r.status <> 'pending' AND ($2::text IS NULL OR r.provider = $2)
  AND ($3::text IS NULL OR r.location = $3) AND ($4::text IS NULL OR r.status::text = $4)
  AND ($5::boolean IS NULL OR (r.observation->'brand'->>'mentioned')::boolean = $5)
  AND ($6::int[] IS NULL OR r.prompt_ordinal = ANY($6))`

/**
 * A page of the results of a run by now, those sought, in an order: one more than it holds where there is more. The keys of
 * the page are those of `placeKey`. The run must have been read for the caller before: this checks no tenant.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function pageResults(
  ctx: Ctx,
  run: BatchRecord,
  {
    sought,
    order,
    page,
    include = {},
  }: { sought: ResultsSought; order: ResultOrder; page: Page; include?: ResultInclude },
): Promise<ResultRecord[]> {
  const { size, backward, after, before } = page
  const low = after === null ? FIRST_PLACE : placeOf(after)
  const high = before === null ? LAST_PLACE : placeOf(before)
  const limit = size + 1
  if (order === 'run' && !isSought(sought)) {
    const bounds = { after: low.ordinal, before: high.ordinal }
    return readResults(ctx, run.id, { ...bounds, backward, limit, include, runId: run.id })
  }
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-page-${order}-${backward}-${includeName(include)}`,
    text: order === 'run' ? inRunOrder(include, backward) : sorted(order, include, backward),
    values: [
      ...(await conditions(ctx, run.id, sought)),
      low.sortKey,
      low.ordinal,
      high.sortKey,
      high.ordinal,
      limit,
    ],
  })
  const records = rows.map((row) => toRecord(row, run.id))
  return inListOrder(records, page)
}

/** Ends with the page: results further on are not looked through. */
function inRunOrder(include: ResultInclude, backward: boolean): string {
  return `${selectResults(include)} WHERE ${FOUND}
      AND (0, r.ordinal) > ($7::float8, $8::int) AND (0, r.ordinal) < ($9::float8, $10::int)
    ORDER BY r.ordinal ${backward ? 'DESC' : 'ASC'} LIMIT $11`
}

/** What a result is sorted by is looked up once, and only those of the page are read whole. */
function sorted(order: Exclude<ResultOrder, 'run'>, include: ResultInclude, backward: boolean): string {
  const direction = backward ? 'DESC' : 'ASC'
  return `WITH found AS MATERIALIZED (
      SELECT r.id, r.ordinal, ${sortKeyOf(order)} AS key FROM ${RESULT} r WHERE ${FOUND}),
    page AS MATERIALIZED (
      SELECT id, key FROM found
      WHERE (key, ordinal) > ($7::float8, $8::int) AND (key, ordinal) < ($9::float8, $10::int)
      ORDER BY key ${direction}, ordinal ${direction} LIMIT $11)
    ${selectResults(include, 'page.key AS "sortKey"')} JOIN page ON page.id = r.id
    ORDER BY page.key ${direction}, r.ordinal ${direction}`
}

/**
 * How many results of a run are sought by now; those of a run that has ended are known without looking. The run must have
 * been read for the caller before.
 */
export async function countSought(ctx: Ctx, run: BatchRecord, sought: ResultsSought): Promise<number> {
  if (!isSought(sought)) return isFinal(run.status) ? run.progress.total : countResults(ctx, run.id)
  const { rows } = await ctx.db.pool.query<{ count: number }>({
    name: 'count-sought',
    text: `SELECT count(*)::int AS count FROM ${RESULT} r WHERE ${FOUND}`,
    values: await conditions(ctx, run.id, sought),
  })
  return rows[0]?.count ?? 0
}

/** Whether anything is asked of the results at all. */
function isSought(sought: ResultsSought): boolean {
  return Object.values(sought).some((condition) => condition !== undefined)
}

/** The values of {@link FOUND}. */
async function conditions(ctx: Ctx, runId: string, sought: ResultsSought): Promise<unknown[]> {
  const { prompt, provider, location, tag, status, mentioned } = parse(soughtSchema, sought)
  const token = providerFilter(ctx, provider)
  const prompts = await soughtPrompts(ctx, runId, { prompt, tag })
  return [runId, token, location ?? null, status ?? null, mentioned ?? null, prompts]
}
