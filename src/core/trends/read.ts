import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import type { ScopeMetrics } from '../measurements/metric-rows.ts'
import { pageSizeSchema } from '../page.ts'
import { parse } from '../parse.ts'
import { resolveProject } from '../project-access.ts'
import { readProject } from '../projects/read.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields } from '../results/filter.ts'
import { canonicalKey } from '../text.ts'
import type { TrendPoint } from './definition.ts'
import { type CompletedRun, completedRuns, metricsOfRuns } from './runs.ts'

/** Points of a page: the default and the maximum. */
export const TRENDS_PAGE = { usual: 12, most: 52 } as const

const inputSchema = z.strictObject({
  projectId: z.string('must be a text').optional(),
  limit: pageSizeSchema(TRENDS_PAGE),
  ...filterFields,
})

/**
 * The most recent runs of a project that gave results, newest first. A filter narrows what the figures are computed from;
 * tags are those the prompts had when they were asked.
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
  const request = parse(inputSchema, input)
  const provider = providerFilter(ctx, request.provider)
  const projectId = resolveProject(ctx, request.projectId)
  // A key's own project needs no check; one that is gone has no runs.
  if (ctx.actor.type !== 'key') await readProject({ ctx, input: { id: projectId } })
  const filter = {
    provider,
    location: request.location ?? null,
    tag: request.tag === undefined ? null : canonicalKey(request.tag),
  }
  // One more than is shown: the last one shown is compared with it.
  const runs = await completedRuns(ctx, projectId, request.limit + 1)
  const points = await metricsOfRuns(ctx, runs, { filter, limit: request.limit })
  return points.map(pointOf)
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
