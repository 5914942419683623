import { z } from 'zod'
import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { ScopeMetrics } from '../measurements/metric-rows.ts'
import { itemsAfter, type Page, pageSizeSchema } from '../page.ts'
import { parse } from '../parse.ts'
import { resolveProject } from '../project-access.ts'
import { readProjects } from '../projects/read.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields } from '../results/filter.ts'
import { canonicalKey } from '../text.ts'
import type { MeasuredPoint, TrendPoint } from './definition.ts'
import { type CompletedRun, countCompletedRuns, metricsOfRuns, pageCompletedRuns, runPlace } from './runs.ts'

/** Points of a page: the default and the maximum. */
export const TRENDS_PAGE = { usual: 12, most: 52 } as const

const filterSchema = z.strictObject(filterFields)
const inputSchema = filterSchema.extend({
  limit: pageSizeSchema(TRENDS_PAGE),
  projectId: z.string('must be a text').optional(),
})
const momentSchema = z.date('must be a moment').optional()
/** A period in which runs ended: from a moment (inclusive) to another (exclusive). */
export const rangeSchema = z
  .strictObject({ from: momentSchema, to: momentSchema })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: 'must be after from' })

/**
 * The most recent runs of a project that gave results, newest first; see {@link pageTrends}. A member names the project.
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

/** The runs of projects that ended from a moment (inclusive) to another (exclusive). */
interface TrendsOf {
  ids: readonly string[]
  range?: z.input<typeof rangeSchema>
}

/**
 * A page of the runs of each of these projects that gave results, newest first, and whether there are more beyond it. The filter
 * narrows what the figures are computed from, tags being those the prompts had when they were asked; the range selects the
 * runs. The keys of the page are those of {@link trendKey}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND
 */
export async function pageTrends({
  ctx,
  input: { ids, range = {}, filter = {}, page },
}: {
  ctx: Ctx
  input: TrendsOf & { filter?: z.input<typeof filterSchema>; page: Page }
}): Promise<{ points: MeasuredPoint[]; more: boolean }[]> {
  authorize(ctx, 'runs:read')
  const { provider, location, tag } = parse(filterSchema, filter)
  const wanted = {
    provider: providerFilter(ctx, provider),
    location: location ?? null,
    tag: tag === undefined ? null : canonicalKey(tag),
  }
  const list = { ids, ...parse(rangeSchema, range) }
  await checkProjects(ctx, ids)
  const found = await pageCompletedRuns(ctx, list, page)
  const all = await metricsOfRuns(
    ctx,
    found.map(({ runs }) => runs),
    wanted,
  )
  return found.map(({ more }, index) => ({ points: (all[index] ?? []).map(pointOf), more }))
}

/**
 * How many runs of each of these projects gave results, in the range.
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
  const list = { ids, ...parse(rangeSchema, range) }
  await checkProjects(ctx, ids)
  return countCompletedRuns(ctx, list)
}

/** The key of a point in a page of trends. */
export function trendKey({ runId, completedAt }: Pick<TrendPoint, 'runId' | 'completedAt'>): string {
  return runPlace({ id: runId, finishedAt: completedAt })
}

async function checkProjects(ctx: Ctx, ids: readonly string[]): Promise<void> {
  // A key's own project is not looked up; one that is gone has no runs.
  const own = ctx.actor.type === 'key' ? projectOf(ctx) : null
  const others = ids.filter((id) => id !== own)
  if (others.length > 0 && (await readProjects({ ctx, input: { ids: others } })).includes(null))
    throw notFound('Project')
}

function pointOf({ run, metrics }: { run: CompletedRun; metrics: ScopeMetrics }): MeasuredPoint {
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
