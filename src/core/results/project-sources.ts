import { z } from 'zod'
import { authorize } from '../authorize.ts'
import { STATUSES_WITH_ANSWERS } from '../batch-status.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { belowEach, type Page, rowsOfEach } from '../page.ts'
import { parse } from '../parse.ts'
import type { SourceList, SourcesFilter } from './source-lists.ts'
import {
  countSourceUrls,
  pageSourceUrls,
  type SourceUrl,
  type SourceUrlOrder,
  type SourceUrlsFilter,
} from './source-urls.ts'
import { countSources, pageSources, type SourceOrder, type SourceRecord } from './sources.ts'

const MOST_RUNS = 12

const runsSchema = z.strictObject({
  runs: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(MOST_RUNS, `must be at most ${MOST_RUNS}`),
})

interface OfProjects<Filter = SourcesFilter> {
  ids: readonly string[]
  /** Over how many of the latest runs that gave results, 1–12. */
  runs: number
  filter: Filter
}

/**
 * A page of the sites that the latest answers of each of these projects name; see {@link pageSources}. None of a project the
 * caller may not see.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function listProjectSources({
  ctx,
  input,
}: {
  ctx: Ctx
  input: OfProjects & { page: Page; order?: SourceOrder; urls?: boolean }
}): Promise<SourceRecord[][]> {
  return pageSources(ctx, await latestRunsOf(ctx, input), input)
}

/**
 * How many sites the latest answers of each of these projects name.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function countProjectSources({
  ctx,
  input,
}: {
  ctx: Ctx
  input: OfProjects
}): Promise<number[]> {
  return countSources(ctx, await latestRunsOf(ctx, input), input.filter)
}

/**
 * A page of the pages of sites that the latest answers of each of these projects name; see {@link pageSourceUrls}. None of a
 * project the caller may not see.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function listProjectSourceUrls({
  ctx,
  input,
}: {
  ctx: Ctx
  input: OfProjects<SourceUrlsFilter> & { page: Page; order?: SourceUrlOrder }
}): Promise<SourceUrl[][]> {
  return pageSourceUrls(ctx, await latestRunsOf(ctx, input), input)
}

/**
 * How many pages of sites the latest answers of each of these projects name.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function countProjectSourceUrls({
  ctx,
  input,
}: {
  ctx: Ctx
  input: OfProjects<SourceUrlsFilter>
}): Promise<number[]> {
  return countSourceUrls(ctx, await latestRunsOf(ctx, input), input.filter)
}

async function latestRunsOf(ctx: Ctx, { ids, runs }: OfProjects<unknown>): Promise<SourceList[]> {
  authorize(ctx, 'runs:read')
  const request = parse(runsSchema, { runs })
  const { rows } = await ctx.db.pool.query<{ of: string; id: string }>({
    name: 'latest-run-ids',
    text: belowEach(
      '$4',
      `SELECT b.id FROM batch b
       WHERE ${VISIBLE} AND b.project_id = of.id AND b.kind = 'run' AND b.status IN ${STATUSES_WITH_ANSWERS}
       ORDER BY b.finished_at DESC, b.id DESC LIMIT $5`,
    ),
    values: [...visibleValues(ctx), ids, request.runs],
  })
  const found = rowsOfEach(ids, rows, ({ of }) => of)
  return ids.map((id, index) => ({ id, runIds: found[index]?.map((run) => run.id) ?? [] }))
}
