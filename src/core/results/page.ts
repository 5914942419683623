import type { VisibleBatchId } from '../access/visible.ts'
import type { BatchRecord } from '../batches/row.ts'
import { isFinal } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { isFiltered, type ResultsFilter } from './filter.ts'
import { CONDITION_COUNT, conditions, matching, nameOf } from './filter-sql.ts'
import { FIRST_POSITION, LAST_POSITION, positionOf, type ResultOrder, sortKeyOf } from './order.ts'
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

/**
 * Returns a page of the results of each batch so far that match the filter, plus one extra result if there are more. By
 * default the batches are runs, and `runId` of each result is the id of its run; pass `runs: false` for async analyses.
 * Page keys are created by `positionKey`.
 * @throws {AppError} BAD_REQUEST on a field of the filter; INVALID_PROVIDER
 */
export async function pageResults({
  ctx,
  input: { ids, filter, order, page, include = {}, runs = true },
}: {
  ctx: Ctx
  input: {
    ids: readonly VisibleBatchId[]
    filter: ResultsFilter
    order: ResultOrder
    page: Page
    include?: ResultInclude
    runs?: boolean
  }
}): Promise<ResultRecord[][]> {
  const { size, backward, after, before } = page
  const low = after === null ? FIRST_POSITION : positionOf(after)
  const high = before === null ? LAST_POSITION : positionOf(before)
  const limit = size + 1
  if (order === 'run_asc' && !isFiltered(filter)) {
    const range = { after: low.ordinal, before: high.ordinal, backward, limit, include }
    return readResultsOfEach({ ctx, input: { ids, ...range, runs } })
  }
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `results-page-${order}-${backward}-${includeName(include)}-${nameOf(filter)}`,
    text: `${queryPerParent('$1', listed(filter, order, include, backward))}
           ORDER BY i."sortKey", i.ordinal`,
    values: [
      ...(await conditions(ctx, ids, filter)),
      low.sortKey,
      low.ordinal,
      high.sortKey,
      high.ordinal,
      limit,
    ],
  })
  const records = rows.map((row) => toRecord(row, runs ? row.batchId : null))
  return groupByParent(ids, records, ({ batchId }) => batchId)
}

/** Parameters that follow the parameters of the filter: the lower and the upper bound of the page, and its size. */
const [LOW_KEY, LOW, HIGH_KEY, HIGH, LIMIT] = Array.from(
  { length: 5 },
  (_, index) => `$${CONDITION_COUNT + 1 + index}`,
)

/** Returns SQL that first finds the results of the page, and then reads whole rows only for them. */
function listed(filter: ResultsFilter, order: ResultOrder, include: ResultInclude, backward: boolean) {
  const direction = backward ? 'DESC' : 'ASC'
  const found = (key: string) =>
    `SELECT r.id, r.ordinal, ${key} AS key FROM ${RESULT_AS_SHOWN} r WHERE ${matching(filter)}`
  const within = (key: string) =>
    `(${key}, ordinal) > (${LOW_KEY}::float8, ${LOW}::int) AND (${key}, ordinal) < (${HIGH_KEY}::float8, ${HIGH}::int)`
  const page =
    order === 'run_asc'
      ? // PostgreSQL can read the results in this order and stop at the end of the page.
        `page AS MATERIALIZED (
          ${found('0')} AND ${within('0')} ORDER BY r.ordinal ${direction} LIMIT ${LIMIT})`
      : `found AS MATERIALIZED (${found(sortKeyOf(order))}),
        page AS MATERIALIZED (
          SELECT * FROM found WHERE ${within('key')} ORDER BY key ${direction}, ordinal ${direction} LIMIT ${LIMIT})`
  return `WITH ${page} ${selectResults(include, 'page.key AS "sortKey"')} JOIN page ON page.id = r.id`
}

/**
 * Returns the number of results of each batch so far that match the filter.
 * @throws {AppError} BAD_REQUEST on a field of the filter; INVALID_PROVIDER
 */
export async function countFilteredResults({
  ctx,
  input: { ids, filter },
}: {
  ctx: Ctx
  input: { ids: readonly VisibleBatchId[]; filter: ResultsFilter }
}): Promise<number[]> {
  if (!isFiltered(filter)) return countResults({ ctx, input: { ids } })
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: `count-filtered-results-${nameOf(filter)}`,
    text: queryPerParent(
      '$1',
      `SELECT count(*)::int AS count FROM ${RESULT_AS_SHOWN} r WHERE ${matching(filter)}`,
    ),
    values: await conditions(ctx, ids, filter),
  })
  return countByParent(ids, rows)
}

/**
 * Returns the count of {@link countFilteredResults} if it is known without a query, that is for an ended batch without
 * a filter. Returns null otherwise.
 */
export function knownCount({ status, progress }: BatchRecord, filter: ResultsFilter): number | null {
  return isFinal(status) && !isFiltered(filter) ? progress.total : null
}
