import type { ReextractionStatus } from '../../generated/prisma/enums.ts'
import { authorize } from '../authorize.ts'
import { visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import type { ReextractionRecord } from './record.ts'

/** The history of a project being read again. What it says is the sum of its parts. */
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

/** A statement over the project re-extractions `p` that are visible and meet a condition. */
const select = (condition: string) => `
  SELECT p.id, p.project_id AS "projectId", p.reextraction_ids AS "reextractionIds", p.created_at AS "createdAt",
    1 + coalesce(sum(r.seq), 0)::int AS seq, coalesce(sum(r.total), 0)::int AS total,
    coalesce(sum(r.completed), 0)::int AS completed, min(r.started_at) AS "startedAt", max(r.finished_at) AS "finishedAt",
    array_remove(array_agg(DISTINCT r.status::text), NULL) AS statuses
  FROM project_reextraction p JOIN project o ON o.id = p.project_id
  LEFT JOIN reextraction r ON r.id = ANY(p.reextraction_ids)
  WHERE o.organization_id = $1 AND ($2 OR o.id IS NOT DISTINCT FROM $3::uuid) AND ${condition}
  GROUP BY p.id`

/**
 * Re-extractions of projects by their ids, in the order asked for; null for a missing one, and for that of a project the
 * caller may not see.
 */
export async function readProjectReextractions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProjectReextractionRecord | null)[]> {
  // Also for organization keys, which see none: a node that is not theirs is null, no error.
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'project-reextractions',
    text: select('p.id = ANY($4::uuid[])'),
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  const found = new Map(rows.map((row) => [row.id, recordOf(row)]))
  return input.ids.map((id) => found.get(id.toLowerCase()) ?? null)
}

/** The latest re-extraction of each of these projects; null where there is none, and where the caller may not see it. */
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
    values: [...visibleValues(ctx), input.ids.filter(isUuid)],
  })
  const found = new Map(rows.map((row) => [row.projectId, recordOf(row)]))
  return input.ids.map((id) => found.get(id) ?? null)
}

function recordOf({ statuses, total, completed, ...row }: Row): ProjectReextractionRecord {
  const status = statusOf(statuses)
  const isUnderWay = status === 'queued' || status === 'running'
  return {
    ...row,
    status,
    progress: { total, completed },
    // Without a run there is nothing to wait for.
    finishedAt: isUnderWay ? null : (row.finishedAt ?? row.createdAt),
  }
}

/** Under way while any part is; then as bad as the worst of them. */
function statusOf(statuses: readonly ReextractionStatus[]): ReextractionStatus {
  const some = (status: ReextractionStatus) => statuses.includes(status)
  if (statuses.length > 0 && statuses.every((status) => status === 'queued')) return 'queued'
  if (some('queued') || some('running')) return 'running'
  if (some('failed')) return 'failed'
  return some('cancelled') ? 'cancelled' : 'completed'
}
