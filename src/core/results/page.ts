import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { isFinal } from '../batch-status.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { belowEach, countOfEach, type Page, rowsOfEach } from '../page.ts'
import { parse } from '../parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { resultDefinition } from './definition.ts'
import { filterFields, filterTextSchema } from './filter.ts'
import { ANSWER_FINDINGS, hasFinding } from './findings.ts'
import { FIRST_POSITION, LAST_POSITION, positionOf, type ResultOrder, sortKeyOf } from './order.ts'
import { findPromptOrdinals } from './prompt-ordinals.ts'
import {
  countResults,
  includeName,
  type ResultInclude,
  type ResultRecord,
  type ResultRow,
  readResultsOfEach,
  selectResults,
  toRecord,
} from './read.ts'

const filterSchema = z.strictObject({
  ...filterFields,
  prompt: filterTextSchema.optional(),
  status: resultDefinition.shape.status.optional(),
  mentioned: z.boolean().optional(),
  finding: z.enum(valuesOf(ANSWER_FINDINGS)).optional(),
  competitorId: filterTextSchema.optional(),
})

/**
 * A filter on the results of a run; a result must meet every condition given. `mentioned`, `finding` and `competitorId`, a
 * competitor that the answer names, exclude results without an answer.
 */
export type ResultsFilter = z.input<typeof filterSchema>

/** The results of the run `of` that meet the filter, whose values are those of {@link conditions}. */
const MATCHING = `r.batch_id = of.id AND r.status <> 'pending' AND ($2::text IS NULL OR r.provider = $2)
  AND ($3::text IS NULL OR r.location = $3) AND ($4::text IS NULL OR r.status::text = $4)
  AND ($5::boolean IS NULL OR (r.observation->'brand'->>'mentioned')::boolean = $5)
  AND ($6::uuid[] IS NULL OR (r.batch_id, r.prompt_ordinal) IN (SELECT * FROM unnest($6::uuid[], $7::int[])))
  AND ($8::text IS NULL OR ${hasFinding('$8')})
  AND ($9::text IS NULL OR EXISTS (
    SELECT FROM jsonb_array_elements(r.observation->'competitors') c
    WHERE c->>'id' = $9 AND (c->>'mentioned')::boolean))`

/**
 * A page of the results that each of these runs has so far and that meet the filter, in an order, with one result more than the
 * page holds where there are more. The keys of the page are those of `positionKey`. It checks no tenant: read the runs for the
 * caller first.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function pageResults({
  ctx,
  input: { ids, filter, order, page, include = {} },
}: {
  ctx: Ctx
  input: {
    ids: readonly string[]
    filter: ResultsFilter
    order: ResultOrder
    page: Page
    include?: ResultInclude
  }
}): Promise<ResultRecord[][]> {
  const { size, backward, after, before } = page
  const low = after === null ? FIRST_POSITION : positionOf(after)
  const high = before === null ? LAST_POSITION : positionOf(before)
  const limit = size + 1
  if (order === 'run' && !isFiltered(filter)) {
    const range = { after: low.ordinal, before: high.ordinal, backward, limit, include }
    return readResultsOfEach({ ctx, input: { ids, ...range, runs: true } })
  }
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-page-${order}-${backward}-${includeName(include)}`,
    text: `${belowEach('$1', order === 'run' ? inRunOrder(include, backward) : sorted(order, include, backward))}
           ORDER BY ${order === 'run' ? '' : 'i."sortKey", '}i.ordinal`,
    values: [
      ...(await conditions(ctx, ids, filter)),
      low.sortKey,
      low.ordinal,
      high.sortKey,
      high.ordinal,
      limit,
    ],
  })
  const records = rows.map((row) => toRecord(row, row.batchId))
  return rowsOfEach(ids, records, ({ batchId }) => batchId)
}

/** Stops at the end of the page: PostgreSQL does not read the results after it. */
function inRunOrder(include: ResultInclude, backward: boolean): string {
  return `${selectResults(include)} WHERE ${MATCHING}
      AND (0, r.ordinal) > ($10::float8, $11::int) AND (0, r.ordinal) < ($12::float8, $13::int)
    ORDER BY r.ordinal ${backward ? 'DESC' : 'ASC'} LIMIT $14`
}

/** Finds the sort keys first and reads whole rows only for the results of the page. */
function sorted(order: Exclude<ResultOrder, 'run'>, include: ResultInclude, backward: boolean): string {
  const direction = backward ? 'DESC' : 'ASC'
  return `WITH found AS MATERIALIZED (
      SELECT r.id, r.ordinal, ${sortKeyOf(order)} AS key FROM ${RESULT_AS_SHOWN} r WHERE ${MATCHING}),
    page AS MATERIALIZED (
      SELECT id, key FROM found
      WHERE (key, ordinal) > ($10::float8, $11::int) AND (key, ordinal) < ($12::float8, $13::int)
      ORDER BY key ${direction}, ordinal ${direction} LIMIT $14)
    ${selectResults(include, 'page.key AS "sortKey"')} JOIN page ON page.id = r.id`
}

/**
 * How many of the results that each of these runs has so far meet the filter. It checks no tenant: read the runs for the caller
 * first.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function countFilteredResults({
  ctx,
  input: { ids, filter },
}: {
  ctx: Ctx
  input: { ids: readonly string[]; filter: ResultsFilter }
}): Promise<number[]> {
  if (!isFiltered(filter)) return countResults({ ctx, input: { ids } })
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-filtered-results',
    text: belowEach('$1', `SELECT count(*)::int AS count FROM ${RESULT_AS_SHOWN} r WHERE ${MATCHING}`),
    values: await conditions(ctx, ids, filter),
  })
  return countOfEach(ids, rows)
}

/** The count of {@link countFilteredResults} where it needs no query: that of an ended run without a filter; else null. */
export function knownCount({ status, progress }: BatchRecord, filter: ResultsFilter): number | null {
  return isFinal(status) && !isFiltered(filter) ? progress.total : null
}

/** Whether the filter has any condition. */
function isFiltered(filter: ResultsFilter): boolean {
  return Object.values(filter).some((condition) => condition !== undefined)
}

/**
 * Checks a filter before the run is looked for.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export function checkResultsFilter(ctx: Ctx, filter: ResultsFilter): void {
  providerFilter(ctx, parse(filterSchema, filter).provider)
}

/** The values of {@link MATCHING}. */
async function conditions(ctx: Ctx, runIds: readonly string[], filter: ResultsFilter): Promise<unknown[]> {
  const { prompt, provider, location, tag, status, mentioned, finding, competitorId } = parse(
    filterSchema,
    filter,
  )
  const token = providerFilter(ctx, provider)
  const prompts = await findPromptOrdinals(ctx, runIds, { prompt, tag })
  return [
    runIds,
    token,
    location ?? null,
    status ?? null,
    mentioned ?? null,
    prompts?.map(({ batchId }) => batchId) ?? null,
    prompts?.map(({ ordinal }) => ordinal) ?? null,
    finding ?? null,
    competitorId ?? null,
  ]
}
