import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields } from './filter.ts'
import {
  includeName,
  type ResultInclude,
  type ResultRecord,
  type ResultRow,
  RUN_ID,
  selectResults,
  toRecord,
} from './read.ts'

const filterSchema = z.strictObject({ provider: filterFields.provider, location: filterFields.location })

/** A filter on the results of a prompt. A result must match every given condition. */
export type PromptResultsFilter = z.input<typeof filterSchema>

/** SQL of the runs that asked the prompt `of`. */
const RUNS_OF_PROMPT = `SELECT p.batch_id, p.ordinal FROM batch_prompt p JOIN batch b ON b.id = p.batch_id
  WHERE ${VISIBLE} AND p.prompt_id = of.id`

/** SQL of the results of run `a` for the prompt that match the filter. */
const MATCHING_RESULTS = `SELECT r.id, r.ordinal FROM result r
  WHERE r.batch_id = a.batch_id AND r.prompt_ordinal = a.ordinal AND r.status <> 'pending'
    AND ($5::text IS NULL OR r.provider = $5) AND ($6::text IS NULL OR r.location = $6)`

/**
 * Returns a page of the results of each prompt over all runs, plus one extra result if there are more. Newer runs come
 * first; the results of a run are ordered by ordinal. Page keys are created by {@link promptResultKey}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function pagePromptResults({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[]; filter: PromptResultsFilter; page: Page; include?: ResultInclude }
}): Promise<ResultRecord[][]> {
  authorize(ctx, 'runs:read')
  const { ids, page, include = {} } = input
  const [runs, units] = page.backward ? ['ASC', 'DESC'] : ['DESC', 'ASC']
  const { rows } = await ctx.db.pool.query<ResultRow>({
    name: `prompt-results-${page.backward}-${includeName(include)}`,
    // Goes through the runs one by one, so that PostgreSQL stops at the end of the page without reading older runs.
    text: `WITH found AS MATERIALIZED (${queryPerParent(
      '$4',
      `SELECT s.id FROM (
         ${RUNS_OF_PROMPT} AND ($7::uuid IS NULL OR p.batch_id <= $7) AND ($9::uuid IS NULL OR p.batch_id >= $9)
         ORDER BY p.batch_id ${runs}) a
       CROSS JOIN LATERAL (${MATCHING_RESULTS}
         AND ($7::uuid IS NULL OR r.batch_id < $7 OR r.ordinal > $8::int)
         AND ($9::uuid IS NULL OR r.batch_id > $9 OR r.ordinal < $10::int)) s
       ORDER BY a.batch_id ${runs}, s.ordinal ${units} LIMIT $11`,
    )})
           ${selectResults(include, RUN_ID)} JOIN batch b ON b.id = r.batch_id WHERE r.id IN (SELECT i.id FROM found i)
           ORDER BY r.batch_id DESC, r.ordinal`,
    values: [...conditions(ctx, input), ...positionOf(page.after), ...positionOf(page.before), page.size + 1],
  })
  return groupByParent(
    ids,
    rows.map((row) => toRecord(row)),
    ({ promptId }) => promptId,
  )
}

/**
 * Returns the number of matching results of each prompt.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function countPromptResults({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[]; filter: PromptResultsFilter }
}): Promise<number[]> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-prompt-results',
    text: queryPerParent(
      '$4',
      `SELECT count(*)::int AS count FROM (${RUNS_OF_PROMPT}) a CROSS JOIN LATERAL (${MATCHING_RESULTS}) s`,
    ),
    values: conditions(ctx, input),
  })
  return countByParent(input.ids, rows)
}

/** Returns the parameter values for {@link RUNS_OF_PROMPT} and {@link MATCHING_RESULTS}. */
function conditions(ctx: Ctx, { ids, filter }: { ids: readonly string[]; filter: PromptResultsFilter }) {
  const { provider, location } = parse(filterSchema, filter)
  return [...visibleValues(ctx), ids, providerFilter(ctx, provider), location ?? null]
}

/** Serializes the position of a result in the list of its prompt for a cursor. */
export function promptResultKey({ batchId, ordinal }: ResultRecord): string {
  return `${batchId}~${ordinal}`
}

/** Returns whether a text has the format of {@link promptResultKey}. */
export function isPromptResultKey(text: string): boolean {
  const [batchId = '', ordinal = '', ...rest] = text.split('~')
  return rest.length === 0 && isUuid(batchId) && /^(0|[1-9]\d{0,8})$/.test(ordinal)
}

function positionOf(key: string | null): (string | null)[] {
  const [batchId = null, ordinal = null] = key?.split('~') ?? []
  return [batchId, ordinal]
}
