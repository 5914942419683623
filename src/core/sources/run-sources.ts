import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import type { Page } from '../foundation/page.ts'
import { eachRun } from '../runs/run-lists.ts'
import type { SourceRecord, SourceUrl } from './definition.ts'
import type { SourcesFilter } from './lists.ts'
import { countSources, pageSources, type SourceOrder } from './sites.ts'
import { countSourceUrls, pageSourceUrls, type SourceUrlOrder, type SourceUrlsFilter } from './urls.ts'

interface OfRuns<Filter = SourcesFilter> {
  ids: readonly VisibleBatchId[]
  filter: Filter
}

/**
 * Returns a page of the sites in the answers of each run; see {@link pageSources}.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export function listRunSources({
  ctx,
  input,
}: {
  ctx: Ctx
  input: OfRuns & { page: Page; order?: SourceOrder; urls?: boolean }
}): Promise<SourceRecord[][]> {
  return pageSources(ctx, eachRun(input.ids), input)
}

/**
 * Returns the number of sites in the answers of each run.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export function countRunSources({ ctx, input }: { ctx: Ctx; input: OfRuns }): Promise<number[]> {
  return countSources(ctx, eachRun(input.ids), input.filter)
}

/**
 * Returns a page of the source URLs in the answers of each run; see {@link pageSourceUrls}.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export function listRunSourceUrls({
  ctx,
  input,
}: {
  ctx: Ctx
  input: OfRuns<SourceUrlsFilter> & { page: Page; order?: SourceUrlOrder }
}): Promise<SourceUrl[][]> {
  return pageSourceUrls(ctx, eachRun(input.ids), input)
}

/**
 * Returns the number of source URLs in the answers of each run.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export function countRunSourceUrls({
  ctx,
  input,
}: {
  ctx: Ctx
  input: OfRuns<SourceUrlsFilter>
}): Promise<number[]> {
  return countSourceUrls(ctx, eachRun(input.ids), input.filter)
}
