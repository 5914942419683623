import type { Ctx } from '../context.ts'
import type { Page } from '../page.ts'
import { eachRun } from '../runs/run-lists.ts'
import type { SourcesFilter } from './source-lists.ts'
import {
  countSourceUrls,
  pageSourceUrls,
  type SourceUrl,
  type SourceUrlOrder,
  type SourceUrlsFilter,
} from './source-urls.ts'
import { countSources, pageSources, type SourceOrder, type SourceRecord } from './sources.ts'

interface OfRuns<Filter = SourcesFilter> {
  ids: readonly string[]
  filter: Filter
}

/**
 * A page of the sites that the answers of each of these runs name; see {@link pageSources}. It checks no tenant: read the runs
 * for the caller first.
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
 * How many sites the answers of each of these runs name. It checks no tenant: read the runs for the caller first.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export function countRunSources({ ctx, input }: { ctx: Ctx; input: OfRuns }): Promise<number[]> {
  return countSources(ctx, eachRun(input.ids), input.filter)
}

/**
 * A page of the pages of sites that the answers of each of these runs name; see {@link pageSourceUrls}. It checks no tenant:
 * read the runs for the caller first.
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
 * How many pages of sites the answers of each of these runs name. It checks no tenant: read the runs for the caller first.
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
