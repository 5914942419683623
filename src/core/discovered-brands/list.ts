import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { cursorAfter, keyBefore } from '../cursor.ts'
import { itemsAfter, type Page, pageSizeSchema } from '../page.ts'
import { parse } from '../parse.ts'
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

/**
 * A page of the brands in the answers of each of these runs that nobody tracks and that are in a state. It checks no tenant: read the runs
 * for the caller first.
 */
export function listRunDiscoveredBrands({
  ctx,
  input,
}: {
  ctx: Ctx
  input: Paged & { ids: readonly string[] }
}): Promise<ListedBrand[][]> {
  return pageDiscoveredBrands(ctx, eachRun(input.ids), input)
}

/** How many brands such a list of each of these runs has. It checks no tenant: read the runs for the caller first. */
export function countRunDiscoveredBrands({
  ctx,
  input,
}: {
  ctx: Ctx
  input: Pick<Paged, 'state'> & { ids: readonly string[] }
}): Promise<number[]> {
  return countDiscoveredBrands(ctx, eachRun(input.ids), input.state)
}

/**
 * A page of the brands in the answers of the latest runs of each of these projects that nobody tracks and that are in a state;
 * none of a project the caller may not see.
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
 * How many brands such a list of each of these projects has.
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

/** In how many answers of each of these runs such brands were looked for. It checks no tenant: read the runs for the caller first. */
export function countRunSearchedAnswers({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<number[]> {
  return countSearchedAnswers(ctx, eachRun(input.ids))
}

/**
 * In how many answers of the latest runs of each of these projects such brands were looked for.
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

/** Discovered brands of a page: without a word about it, and at most. */
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
  /** In how many answers such brands were looked for. */
  searchedAnswers: number
  nextCursor: string | null
}

/**
 * A page of the brands in the answers of a run that nobody tracks: those in a state, by default those that answers list or recommend.
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
 * The same of the latest runs of the key's project that gave results, 1–12, by default 1.
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
  const id = projectOf(ctx)
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
  const [found = []] = await pageDiscoveredBrands(ctx, lists, {
    page: itemsAfter(after, limit + 1),
    order,
    state,
  })
  const brands = found.slice(0, limit)
  const last = brands.at(-1)
  const [searchedAnswers = 0] = await countSearchedAnswers(ctx, lists)
  return {
    brands,
    searchedAnswers,
    nextCursor: last && found.length > limit ? cursorAfter(list, listedKey(last)) : null,
  }
}
