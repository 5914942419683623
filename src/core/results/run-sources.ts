import type { Ctx } from '../context.ts'
import type { Page } from '../page.ts'
import {
  countSources,
  pageSources,
  type SourceList,
  type SourceRecord,
  type SourcesFilter,
} from './sources.ts'

interface OfRuns {
  ids: readonly string[]
  filter: SourcesFilter
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
  input: OfRuns & { page: Page; urls?: boolean }
}): Promise<SourceRecord[][]> {
  return pageSources(ctx, eachRun(input), input)
}

/**
 * How many sites the answers of each of these runs name. It checks no tenant: read the runs for the caller first.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export function countRunSources({ ctx, input }: { ctx: Ctx; input: OfRuns }): Promise<number[]> {
  return countSources(ctx, eachRun(input), input.filter)
}

function eachRun({ ids }: OfRuns): SourceList[] {
  return ids.map((id) => ({ id, runIds: [id] }))
}
