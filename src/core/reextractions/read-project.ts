import type { ReextractionStatus } from '../../generated/prisma/enums.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { READABLE, readableValues } from '../project-access.ts'
import type { ReextractionRecord } from './row.ts'

/** A re-extraction of all runs of a project: the aggregate of one re-extraction for each run. */
export interface ProjectReextractionRecord {
  id: string
  projectId: string
  /** Grows with every change. */
  seq: number
  status: ReextractionStatus
  /** Answers of all its runs. */
  progress: ReextractionRecord['progress']
  /** One for each run that had ended, the oldest first. */
  reextractionIds: string[]
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

type Row = Omit<ProjectReextractionRecord, 'status' | 'progress'> &
  ProjectReextractionRecord['progress'] & { statuses: ReextractionStatus[] }

/** A statement that selects the visible project re-extractions `p` that meet a condition. */
const select = (condition: string) => `
  SELECT p.id, p.project_id AS "projectId", p.reextraction_ids AS "reextractionIds", p.created_at AS "createdAt",
    1 + coalesce(sum(r.seq), 0)::int AS seq, coalesce(sum(r.total), 0)::int AS total,
    coalesce(sum(r.completed), 0)::int AS completed, min(r.started_at) AS "startedAt", max(r.finished_at) AS "finishedAt",
    array_remove(array_agg(DISTINCT r.status::text), NULL) AS statuses
  FROM project_reextraction p JOIN project o ON o.id = p.project_id
  LEFT JOIN reextraction r ON r.id = ANY(p.reextraction_ids)
  WHERE ${READABLE} AND ${condition}
  GROUP BY p.id`

/**
 * Re-extractions of projects by their ids, in the given order; null for a missing one, and for that of a project the caller
 * may not read.
 */
export async function readProjectReextractions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProjectReextractionRecord | null)[]> {
  // Organization keys pass and see none: a node that is not visible is null and not an error.
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'project-reextractions',
    text: select('p.id = ANY($4::uuid[])'),
    values: [...readableValues(ctx), input.ids.filter(isUuid)],
  })
  return inIdOrder(input.ids, rows, toProjectReextractionRecord)
}

/** The latest re-extraction of each of these projects; null where there is none, and where the caller may not read it. */
export async function readLatestProjectReextractions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProjectReextractionRecord | null)[]> {
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'latest-project-reextractions',
    text: select(`p.id IN (
      SELECT DISTINCT ON (project_id) id FROM project_reextraction
      WHERE project_id = ANY($4::uuid[]) ORDER BY project_id, id DESC)`),
    values: [...readableValues(ctx), input.ids.filter(isUuid)],
  })
  return inIdOrder(input.ids, rows, toProjectReextractionRecord, ({ projectId }) => projectId)
}

function toProjectReextractionRecord({ statuses, total, completed, ...row }: Row): ProjectReextractionRecord {
  const status = statusOf(statuses)
  const isUnderWay = status === 'queued' || status === 'running'
  return {
    ...row,
    status,
    progress: { total, completed },
    // Without a run it ended when it was created.
    finishedAt: isUnderWay ? null : (row.finishedAt ?? row.createdAt),
  }
}

/** Unfinished while any part is; then the worst status of all parts. */
function statusOf(statuses: readonly ReextractionStatus[]): ReextractionStatus {
  const some = (status: ReextractionStatus) => statuses.includes(status)
  if (statuses.length > 0 && statuses.every((status) => status === 'queued')) return 'queued'
  if (some('queued') || some('running')) return 'running'
  if (some('failed')) return 'failed'
  return some('cancelled') ? 'cancelled' : 'completed'
}
