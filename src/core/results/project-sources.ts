import type { Ctx } from '../context.ts'
import type { Page } from '../page.ts'
import { type LatestRuns, latestRunsOf } from '../runs/run-lists.ts'
import type { SourcesFilter } from './source-lists.ts'
import {
  countSourceUrls,
  pageSourceUrls,
  type SourceUrl,
  type SourceUrlOrder,
  type SourceUrlsFilter,
} from './source-urls.ts'
import { countSources, pageSources, type SourceOrder, type SourceRecord } from './sources.ts'

interface OfProjects<Filter = SourcesFilter> extends LatestRuns {
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
