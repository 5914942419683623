import { z } from 'zod'
import { isFinal } from '../batch-status.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { resultDefinition } from './definition.ts'
import { filterFields, filterTextSchema } from './filter.ts'
import { FIRST_POSITION, LAST_POSITION, positionOf, type ResultOrder, sortKeyOf } from './order.ts'
import { findPromptOrdinals } from './prompt-ordinals.ts'
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

const filterSchema = z.strictObject({
  prompt: filterTextSchema.optional(),
  ...filterFields,
  status: resultDefinition.shape.status.optional(),
  mentioned: z.boolean().optional(),
})

/** A filter on the results of a run; a result must meet every condition given. `mentioned` excludes results without an answer. */
export type ResultsFilter = z.input<typeof filterSchema>

const MATCHING = `r.batch_id = $1 AND r.status <> 'pending' AND ($2::text IS NULL OR r.provider = $2)
  AND ($3::text IS NULL OR r.location = $3) AND ($4::text IS NULL OR r.status::text = $4)
  AND ($5::boolean IS NULL OR (r.observation->'brand'->>'mentioned')::boolean = $5)
  AND ($6::int[] IS NULL OR r.prompt_ordinal = ANY($6))`

/**
 * A page of the results that a run has so far and that meet the filter, in an order, with one result more than the page holds
 * where there are more. The keys of the page are those of `positionKey`. It checks no tenant: read the run for the caller first.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function pageResults(
  ctx: Ctx,
  run: BatchRecord,
  {
    filter,
    order,
    page,
    include = {},
  }: { filter: ResultsFilter; order: ResultOrder; page: Page; include?: ResultInclude },
): Promise<ResultRecord[]> {
  const { size, backward, after, before } = page
  const low = after === null ? FIRST_POSITION : positionOf(after)
  const high = before === null ? LAST_POSITION : positionOf(before)
  const limit = size + 1
  if (order === 'run' && !isFiltered(filter)) {
    const bounds = { after: low.ordinal, before: high.ordinal }
    return readResults(ctx, run.id, { ...bounds, backward, limit, include, runId: run.id })
  }
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-page-${order}-${backward}-${includeName(include)}`,
    text: order === 'run' ? inRunOrder(include, backward) : sorted(order, include, backward),
    values: [
      ...(await conditions(ctx, run.id, filter)),
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

/** Stops at the end of the page: PostgreSQL does not read the results after it. */
function inRunOrder(include: ResultInclude, backward: boolean): string {
  return `${selectResults(include)} WHERE ${MATCHING}
      AND (0, r.ordinal) > ($7::float8, $8::int) AND (0, r.ordinal) < ($9::float8, $10::int)
    ORDER BY r.ordinal ${backward ? 'DESC' : 'ASC'} LIMIT $11`
}

/** Finds the sort keys first and reads whole rows only for the results of the page. */
function sorted(order: Exclude<ResultOrder, 'run'>, include: ResultInclude, backward: boolean): string {
  const direction = backward ? 'DESC' : 'ASC'
  return `WITH found AS MATERIALIZED (
      SELECT r.id, r.ordinal, ${sortKeyOf(order)} AS key FROM ${RESULT_AS_SHOWN} r WHERE ${MATCHING}),
    page AS MATERIALIZED (
      SELECT id, key FROM found
      WHERE (key, ordinal) > ($7::float8, $8::int) AND (key, ordinal) < ($9::float8, $10::int)
      ORDER BY key ${direction}, ordinal ${direction} LIMIT $11)
    ${selectResults(include, 'page.key AS "sortKey"')} JOIN page ON page.id = r.id
    ORDER BY page.key ${direction}, r.ordinal ${direction}`
}

/**
 * How many of the results that a run has so far meet the filter; without a filter, an ended run's count needs no query. It
 * checks no tenant: read the run for the caller first.
 */
export async function countFilteredResults(
  ctx: Ctx,
  run: BatchRecord,
  filter: ResultsFilter,
): Promise<number> {
  if (!isFiltered(filter)) return isFinal(run.status) ? run.progress.total : countResults(ctx, run.id)
  const { rows } = await ctx.db.pool.query<{ count: number }>({
    name: 'count-filtered-results',
    text: `SELECT count(*)::int AS count FROM ${RESULT_AS_SHOWN} r WHERE ${MATCHING}`,
    values: await conditions(ctx, run.id, filter),
  })
  return rows[0]?.count ?? 0
}

/** Whether the filter has any condition. */
function isFiltered(filter: ResultsFilter): boolean {
  return Object.values(filter).some((condition) => condition !== undefined)
}

/** The values of {@link MATCHING}. */
async function conditions(ctx: Ctx, runId: string, filter: ResultsFilter): Promise<unknown[]> {
  const { prompt, provider, location, tag, status, mentioned } = parse(filterSchema, filter)
  const token = providerFilter(ctx, provider)
  const prompts = await findPromptOrdinals(ctx, runId, { prompt, tag })
  return [runId, token, location ?? null, status ?? null, mentioned ?? null, prompts]
}
