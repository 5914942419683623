import { z } from 'zod'
import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { ScopeMetrics } from '../measurements/metric-rows.ts'
import { pageSizeSchema } from '../page.ts'
import { parse } from '../parse.ts'
import { resolveProject } from '../project-access.ts'
import { readProjects } from '../projects/read.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields } from '../results/filter.ts'
import { canonicalKey } from '../text.ts'
import type { TrendPoint } from './definition.ts'
import { type CompletedRun, completedRuns, metricsOfRuns } from './runs.ts'

/** Points of a page: the default and the maximum. */
export const TRENDS_PAGE = { usual: 12, most: 52 } as const

const wantedSchema = z.strictObject({ limit: pageSizeSchema(TRENDS_PAGE), ...filterFields })
const inputSchema = wantedSchema.extend({ projectId: z.string('must be a text').optional() })

/**
 * The most recent runs of a project that gave results, newest first; see {@link readTrendsOfEach}. A member names the project.
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
  const { projectId, ...wanted } = parse(inputSchema, input)
  const [points = []] = await readTrendsOfEach({
    ctx,
    input: { ...wanted, ids: [resolveProject(ctx, projectId)] },
  })
  return points
}

/**
 * The most recent runs of each of these projects that gave results, newest first. A filter narrows what the figures are computed from;
 * tags are those the prompts had when they were asked.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND
 */
export async function readTrendsOfEach({
  ctx,
  input: { ids, ...input },
}: {
  ctx: Ctx
  input: z.input<typeof wantedSchema> & { ids: readonly string[] }
}): Promise<TrendPoint[][]> {
  authorize(ctx, 'runs:read')
  const request = parse(wantedSchema, input)
  const provider = providerFilter(ctx, request.provider)
  // A key's own project is not looked up; one that is gone has no runs.
  const own = ctx.actor.type === 'key' ? projectOf(ctx) : null
  const others = ids.filter((id) => id !== own)
  if (others.length > 0 && (await readProjects({ ctx, input: { ids: others } })).includes(null))
    throw notFound('Project')
  const filter = {
    provider,
    location: request.location ?? null,
    tag: request.tag === undefined ? null : canonicalKey(request.tag),
  }
  // One more than is shown: the last one shown is compared with it.
  const runs = await completedRuns(ctx, ids, request.limit + 1)
  const all = await metricsOfRuns(ctx, runs, { filter, limit: request.limit })
  return all.map((points) => points.map(pointOf))
}

function pointOf({ run, metrics }: { run: CompletedRun; metrics: ScopeMetrics }): TrendPoint {
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
    change: previousRunId === null ? null : { previousRunId, ...change },
  }
}
