import type { Ctx } from '../foundation/context.ts'
import type { Page } from '../foundation/page.ts'
import { type LatestRuns, latestRunsOf } from '../runs/run-lists.ts'
import type { SourceRecord, SourceUrl } from './definition.ts'
import type { SourcesFilter } from './lists.ts'
import { countSources, pageSources, type SourceOrder } from './sites.ts'
import { countSourceUrls, pageSourceUrls, type SourceUrlOrder, type SourceUrlsFilter } from './urls.ts'

interface OfProjects<Filter = SourcesFilter> extends LatestRuns {
  filter: Filter
}

/**
 * Returns a page of the sites in the latest answers of each project; see {@link pageSources}. Empty for a project that
 * the caller may not see.
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
 * Returns the number of sites in the latest answers of each project.
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
 * Returns a page of the source URLs in the latest answers of each project; see {@link pageSourceUrls}. Empty for a
 * project that the caller may not see.
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
 * Returns the number of source URLs in the latest answers of each project.
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
