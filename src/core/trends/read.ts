import { z } from 'zod'
import { authorize, requireProjectId } from '../access/authorize.ts'
import { resolveProject } from '../access/project-access.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { itemsAfter, type Page, pageSizeSchema } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { canonicalKey } from '../foundation/text.ts'
import type { ScopeMetrics } from '../measurements/metric-rows.ts'
import { readProjects } from '../projects/read.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields } from '../results/filter.ts'
import type { TrendPoint } from './definition.ts'
import { type CompletedRun, countCompletedRuns, metricsOfRuns, pageCompletedRuns, runPlace } from './runs.ts'

/** Default and maximum number of points per page. */
export const TRENDS_PAGE = { usual: 12, most: 52 } as const

const filterSchema = z.strictObject(filterFields)
const inputSchema = filterSchema.extend({
  limit: pageSizeSchema(TRENDS_PAGE),
  projectId: z.string('must be a text').optional(),
})
const dateTimeSchema = z.date('must be a date and time').optional()
/** A period for the end of runs, from a time (inclusive) to another (exclusive). */
export const rangeSchema = z
  .strictObject({ from: dateTimeSchema, to: dateTimeSchema })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: 'must be after from' })

/**
 * Returns the latest runs of a project with results, newest first; see {@link pageTrends}. Members must pass
 * `projectId`.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND
 */
export async function readTrends({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<TrendPoint[]> {
  authorize(ctx, 'runs:read')
  const { projectId, limit, ...filter } = parse(inputSchema, input)
  const ids = [resolveProject(ctx, projectId)]
  const [list] = await pageTrends({ ctx, input: { ids, filter, page: itemsAfter(null, limit + 1) } })
  return list?.points ?? []
}

/** Selects the runs of projects that ended in a range. */
interface TrendsOf {
  ids: readonly string[]
  range?: z.input<typeof rangeSchema>
}

/**
 * Returns a page of the runs of each project with results, newest first, and whether there are more. The filter
 * restricts the results that the metrics are computed from; prompts are filtered by the tags they had when they were asked. The
 * range selects the runs. Page keys are created by {@link trendKey}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND
 */
export async function pageTrends({
  ctx,
  input: { ids, range = {}, filter = {}, page },
}: {
  ctx: Ctx
  input: TrendsOf & { filter?: z.input<typeof filterSchema>; page: Page }
}): Promise<{ points: TrendPoint[]; more: boolean }[]> {
  authorize(ctx, 'runs:read')
  const { provider, location, tag, searched } = parse(filterSchema, filter)
  const trendFilter = {
    provider: providerFilter(ctx, provider),
    location: location ?? null,
    tag: tag === undefined ? null : canonicalKey(tag),
    searched: searched === undefined ? null : String(searched),
  }
  const period = parse(rangeSchema, range)
  const list = { ids: await checkProjects(ctx, ids), ...period }
  const pages = await pageCompletedRuns(ctx, list, page)
  const all = await metricsOfRuns(
    ctx,
    pages.map(({ runs }) => runs),
    trendFilter,
  )
  return pages.map(({ more }, index) => ({ points: (all[index] ?? []).map(toPoint), more }))
}

/**
 * Returns the number of runs with results of each project in the range.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND
 */
export async function countTrends({
  ctx,
  input: { ids, range = {} },
}: {
  ctx: Ctx
  input: TrendsOf
}): Promise<number[]> {
  authorize(ctx, 'runs:read')
  const period = parse(rangeSchema, range)
  const list = { ids: await checkProjects(ctx, ids), ...period }
  return countCompletedRuns(ctx, list)
}

/** Returns the page key of a point. */
export function trendKey({ runId, completedAt }: Pick<TrendPoint, 'runId' | 'completedAt'>): string {
  return runPlace({ id: runId, finishedAt: completedAt })
}

async function checkProjects(ctx: Ctx, ids: readonly string[]): Promise<VisibleProjectId[]> {
  // A key's own project needs no lookup: if it was deleted, it has no runs.
  const keyProjectId = ctx.actor.type === 'key' ? requireProjectId(ctx) : null
  const otherIds = ids.filter((id) => id !== keyProjectId)
  if (otherIds.length > 0 && (await readProjects({ ctx, input: { ids: otherIds } })).includes(null))
    throw notFound('Project')
  return ids.map((id) => id as VisibleProjectId)
}

function toPoint({ run, metrics }: { run: CompletedRun; metrics: ScopeMetrics }): TrendPoint {
  const { results, ...summary } = metrics.summary
  const { total, ...statuses } = results
  const { verdict, previousRunId, adjustedVerdict: _, ...change } = metrics.comparison
  return {
    runId: run.id,
    completedAt: run.finishedAt,
    results: total,
    statuses,
    ...summary,
    comparison: verdict,
    changes: metrics.changes,
    change: previousRunId === null ? null : { previousRunId, ...change },
  }
}
