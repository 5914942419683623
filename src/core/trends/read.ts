import { z } from 'zod'
import type { Verdict } from '../../metrics/compare.ts'
import type { EntitySummary, Summary } from '../../metrics/summarize.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { pageSizeSchema } from '../page-size.ts'
import { parse } from '../parse.ts'
import { readProject } from '../projects/read.ts'
import { requestedProject } from '../projects/requested.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields } from '../results/filter.ts'
import { canonicalKey } from '../text.ts'
import type { RunComparison } from './comparison.ts'
import type { ScopeMetrics } from './metric-rows.ts'
import { completedRuns, type MeasuredRun, measureRuns } from './runs.ts'

/** Points of an answer (contract §3). */
export const TRENDS_PAGE = { usual: 12, most: 52 } as const

const inputSchema = z.strictObject({
  projectId: z.string('must be a text').optional(),
  limit: pageSizeSchema(TRENDS_PAGE),
  ...filterFields,
})

/** The figures of one completed run, or of a part of it (contract §3 "Trend point"). */
export type TrendPoint = Omit<Summary, 'results'> & {
  runId: string
  completedAt: Date
  /** Results in scope, whatever became of them. */
  results: number
  statuses: Omit<Summary['results'], 'total'>
  /** The change of the mention rate against the point before, judged on what both runs asked. */
  comparison: Verdict
  /** What was compared; null where nothing could be. */
  change: (Omit<RunComparison, 'verdict' | 'adjustedVerdict'> & { previousRunId: string }) | null
  /** The brand first, then each competitor, as they were tracked then. */
  entities: EntitySummary[]
}

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
  const projectId = requestedProject(ctx, request.projectId)
  // A key's own project needs no check; one that is gone has no runs.
  if (ctx.actor.type !== 'key') await readProject({ ctx, input: { id: projectId } })
  const filter = {
    provider,
    location: request.location ?? null,
    tag: request.tag === undefined ? null : canonicalKey(request.tag),
  }
  // One more than is shown: the last one shown is compared with it.
  const runs = await completedRuns(ctx, projectId, request.limit + 1)
  const measured = await measureRuns(ctx, runs, { filter, limit: request.limit })
  return measured.map(pointOf)
}

function pointOf({ run, metrics }: { run: MeasuredRun; metrics: ScopeMetrics }): TrendPoint {
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
