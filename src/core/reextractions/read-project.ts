import type { ReextractionStatus } from '../../generated/prisma/enums.ts'
import { authorize } from '../access/authorize.ts'
import { READABLE, readableValues } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import type { ReextractionRecord } from './row.ts'

/** A re-extraction of all runs of a project, aggregated from one re-extraction per run. */
export interface ProjectReextractionRecord {
  id: string
  projectId: string
  /** Increases with every change. */
  seq: number
  status: ReextractionStatus
  /** Progress in answers, over all runs. */
  progress: ReextractionRecord['progress']
  /** One re-extraction per ended run, oldest first. */
  reextractionIds: string[]
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

type Row = Omit<ProjectReextractionRecord, 'status' | 'progress'> &
  ProjectReextractionRecord['progress'] & { statuses: ReextractionStatus[] }

/** Returns a query for the visible project re-extractions `p` that meet a condition. */
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
 * Returns project re-extractions by id, in the given order. A missing one, or one of a project that the caller may not
 * read, is null.
 */
export async function readProjectReextractions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProjectReextractionRecord | null)[]> {
  // Organization keys are authorized but see no re-extractions, because GraphQL nodes that are not visible are null
  // rather than errors.
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'project-reextractions',
    text: select('p.id = ANY($4::uuid[])'),
    values: [...readableValues(ctx), input.ids.filter(isUuid)],
  })
  return inIdOrder(input.ids, rows, toProjectReextractionRecord)
}

/** Returns the latest re-extraction of each project; null if there is none or the caller may not read it. */
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
    // A re-extraction without any run ended when it was created.
    finishedAt: isUnderWay ? null : (row.finishedAt ?? row.createdAt),
  }
}

/** Returns the overall status: unfinished as long as any part is unfinished, then the worst status of all parts. */
function statusOf(statuses: readonly ReextractionStatus[]): ReextractionStatus {
  const some = (status: ReextractionStatus) => statuses.includes(status)
  if (statuses.length > 0 && statuses.every((status) => status === 'queued')) return 'queued'
  if (some('queued') || some('running')) return 'running'
  if (some('failed')) return 'failed'
  return some('cancelled') ? 'cancelled' : 'completed'
}
