import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { groupByParent, queryPerParent } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'

/** The runs that a list, for example of sources, is computed from. */
export interface RunList {
  /** Id of the run or project that the list belongs to. */
  id: string
  /** Latest first. */
  runIds: readonly VisibleBatchId[]
}

/**
 * Returns SQL that evaluates `list` for each list. `list` is a SELECT that can use the id `of.id` and the runs
 * `of.runs` of the list.
 */
export function ofEachList(list: string): string {
  return `SELECT of.id AS of, i.* FROM (
      SELECT id, array_agg(run) AS runs FROM unnest($1::uuid[], $2::uuid[]) AS u (id, run) GROUP BY id) AS of
    CROSS JOIN LATERAL (${list}) AS i`
}

/** Returns one list per run. */
export function eachRun(ids: readonly VisibleBatchId[]): RunList[] {
  return ids.map((id) => ({ id, runIds: [id] }))
}

const MAX_RUNS = 12

/** Number of latest runs in a list of a project. */
export const latestRunsSchema = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(MAX_RUNS, `must be at most ${MAX_RUNS}`)

/** Selects the latest runs of projects. */
export interface LatestRuns {
  ids: readonly string[]
  /** Number of latest runs with results, 1–12. */
  runs: number
}

/**
 * Returns one list per project with its latest runs that have results. The list of a project that the caller may not
 * see has no runs.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST
 */
export async function latestRunsOf(ctx: Ctx, { ids, runs }: LatestRuns): Promise<RunList[]> {
  authorize(ctx, 'runs:read')
  const request = parse(z.strictObject({ runs: latestRunsSchema }), { runs })
  // `VISIBLE` selects only visible runs.
  const { rows } = await ctx.db.pool.query<{ of: string; id: VisibleBatchId }>({
    name: 'latest-run-ids',
    text: queryPerParent(
      '$4',
      `SELECT b.id FROM batch b
       WHERE ${VISIBLE} AND b.project_id = of.id AND b.kind = 'run' AND b.status IN ${STATUSES_WITH_ANSWERS}
       ORDER BY b.finished_at DESC, b.id DESC LIMIT $5`,
    ),
    values: [...visibleValues(ctx), ids, request.runs],
  })
  const lists = groupByParent(ids, rows, ({ of }) => of)
  return ids.map((id, index) => ({ id, runIds: lists[index]?.map((run) => run.id) ?? [] }))
}
