import { z } from 'zod'
import { authorize } from '../authorize.ts'
import { STATUSES_WITH_ANSWERS } from '../batch-status.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { belowEach, rowsOfEach } from '../page.ts'
import { parse } from '../parse.ts'

/** A list of what the answers of some runs contain. */
export interface RunList {
  /** The run or the project whose list it is. */
  id: string
  /** The latest first. */
  runIds: readonly string[]
}

/** SQL of each list: `list` is a SELECT in which `of.id` is the id of the list and `of.runs` are its runs. */
export function ofEachList(list: string): string {
  return `SELECT of.id AS of, i.* FROM (
      SELECT id, array_agg(run) AS runs FROM unnest($1::uuid[], $2::uuid[]) AS u (id, run) GROUP BY id) AS of
    CROSS JOIN LATERAL (${list}) AS i`
}

/** A list for each of these runs. */
export function eachRun(ids: readonly string[]): RunList[] {
  return ids.map((id) => ({ id, runIds: [id] }))
}

const MOST_RUNS = 12

/** Over how many of its latest runs a list of a project goes. */
export const latestRunsSchema = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(MOST_RUNS, `must be at most ${MOST_RUNS}`)

/** The latest runs of projects. */
export interface LatestRuns {
  ids: readonly string[]
  /** Over how many of the latest runs that gave results, 1–12. */
  runs: number
}

/**
 * A list for each of these projects, of its latest runs that gave results; of no run for a project the caller may not see.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST
 */
export async function latestRunsOf(ctx: Ctx, { ids, runs }: LatestRuns): Promise<RunList[]> {
  authorize(ctx, 'runs:read')
  const request = parse(z.strictObject({ runs: latestRunsSchema }), { runs })
  const { rows } = await ctx.db.pool.query<{ of: string; id: string }>({
    name: 'latest-run-ids',
    text: belowEach(
      '$4',
      `SELECT b.id FROM batch b
       WHERE ${VISIBLE} AND b.project_id = of.id AND b.kind = 'run' AND b.status IN ${STATUSES_WITH_ANSWERS}
       ORDER BY b.finished_at DESC, b.id DESC LIMIT $5`,
    ),
    values: [...visibleValues(ctx), ids, request.runs],
  })
  const found = rowsOfEach(ids, rows, ({ of }) => of)
  return ids.map((id, index) => ({ id, runIds: found[index]?.map((run) => run.id) ?? [] }))
}
