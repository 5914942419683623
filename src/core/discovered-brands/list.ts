import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { authorize, requireProjectId } from '../access/authorize.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { cursorAfter, keyBefore } from '../foundation/cursor.ts'
import { itemsAfter, type Page, pageSizeSchema } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { readRun } from '../runs/read.ts'
import { eachRun, type LatestRuns, latestRunsOf, latestRunsSchema, type RunList } from '../runs/run-lists.ts'
import {
  DISCOVERED_BRAND_ORDERS,
  DISCOVERED_BRAND_STATES,
  type DiscoveredBrandOrder,
  type DiscoveredBrandState,
} from './definition.ts'
import {
  countDiscoveredBrands,
  countSearchedAnswers,
  type ListedBrand,
  listedKey,
  pageDiscoveredBrands,
} from './page.ts'

interface Paged {
  page: Page
  order: DiscoveredBrandOrder
  state: DiscoveredBrandState
}

/** Returns a page of the untracked brands in a state for each run. */
export function listRunDiscoveredBrands({
  ctx,
  input,
}: {
  ctx: Ctx
  input: Paged & { ids: readonly VisibleBatchId[] }
}): Promise<ListedBrand[][]> {
  return pageDiscoveredBrands(ctx, eachRun(input.ids), input)
}

/** Counts the untracked brands in a state for each run. */
export function countRunDiscoveredBrands({
  ctx,
  input,
}: {
  ctx: Ctx
  input: Pick<Paged, 'state'> & { ids: readonly VisibleBatchId[] }
}): Promise<number[]> {
  return countDiscoveredBrands(ctx, eachRun(input.ids), input.state)
}

/**
 * Returns a page of the untracked brands in a state for each project, from its latest runs; empty for a project that
 * the caller may not see.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST
 */
export async function listProjectDiscoveredBrands({
  ctx,
  input,
}: {
  ctx: Ctx
  input: Paged & LatestRuns
}): Promise<ListedBrand[][]> {
  return pageDiscoveredBrands(ctx, await latestRunsOf(ctx, input), input)
}

/**
 * Counts the untracked brands in a state for each project, in its latest runs.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST
 */
export async function countProjectDiscoveredBrands({
  ctx,
  input,
}: {
  ctx: Ctx
  input: Pick<Paged, 'state'> & LatestRuns
}): Promise<number[]> {
  return countDiscoveredBrands(ctx, await latestRunsOf(ctx, input), input.state)
}

/** Counts the answers of each run that were searched for new brands. */
export function countRunSearchedAnswers({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly VisibleBatchId[] }
}): Promise<number[]> {
  return countSearchedAnswers(ctx, eachRun(input.ids))
}

/**
 * Counts the answers that were searched for new brands in the latest runs of each project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST
 */
export async function countProjectSearchedAnswers({
  ctx,
  input,
}: {
  ctx: Ctx
  input: LatestRuns
}): Promise<number[]> {
  return countSearchedAnswers(ctx, await latestRunsOf(ctx, input))
}

/** Default and maximum size of a page of discovered brands. */
export const DISCOVERED_BRANDS_PAGE = { usual: 50, most: 200 } as const

const pageFields = {
  limit: pageSizeSchema(DISCOVERED_BRANDS_PAGE),
  cursor: z.string('must be a text').optional(),
  orderBy: z.enum(valuesOf(DISCOVERED_BRAND_ORDERS)).default('answers_desc'),
  state: z.enum(valuesOf(DISCOVERED_BRAND_STATES)).default('listed'),
}
const ofRunSchema = z.strictObject({ runId: z.string('must be a text'), ...pageFields })
const ofProjectSchema = z.strictObject({ runs: latestRunsSchema.default(1), ...pageFields })

/** A page of discovered brands; `nextCursor` is null after the last one. */
export interface DiscoveredBrandPage {
  brands: ListedBrand[]
  /** Number of answers that were searched for new brands. */
  searchedAnswers: number
  nextCursor: string | null
}

/**
 * Returns a page of the untracked brands in a run, by default the brands that answers list or recommend.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for a forged cursor; NOT_FOUND
 */
export async function readRunDiscoveredBrands({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof ofRunSchema>
}): Promise<DiscoveredBrandPage> {
  authorize(ctx, 'runs:read')
  const { runId, ...request } = parse(ofRunSchema, input)
  const { id } = await readRun({ ctx, input: { runId } })
  return pageAfter(ctx, `discovered ${id}`, eachRun([id]), request)
}

/**
 * Returns a page of the untracked brands in the latest 1–12 runs with results of the key's project, by default 1.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for a forged cursor
 */
export async function readDiscoveredBrands({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof ofProjectSchema>
}): Promise<DiscoveredBrandPage> {
  authorize(ctx, 'runs:read')
  const { runs, ...request } = parse(ofProjectSchema, input)
  const id = requireProjectId(ctx)
  return pageAfter(ctx, `discovered ${id} ${runs}`, await latestRunsOf(ctx, { ids: [id], runs }), request)
}

async function pageAfter(
  ctx: Ctx,
  name: string,
  lists: readonly RunList[],
  { limit, cursor, orderBy: order, state }: Pick<z.output<typeof ofRunSchema>, keyof typeof pageFields>,
): Promise<DiscoveredBrandPage> {
  const list = `${name} ${order} ${state}`
  const after = cursor === undefined ? null : keyBefore(list, cursor)
  const [rows = []] = await pageDiscoveredBrands(ctx, lists, {
    page: itemsAfter(after, limit + 1),
    order,
    state,
  })
  const brands = rows.slice(0, limit)
  const last = brands.at(-1)
  const [searchedAnswers = 0] = await countSearchedAnswers(ctx, lists)
  return {
    brands,
    searchedAnswers,
    nextCursor: last && rows.length > limit ? cursorAfter(list, listedKey(last)) : null,
  }
}
