import type { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import type { uncertainLabelDefinition } from './definition.ts'

export type ListedUncertainLabel = z.output<typeof uncertainLabelDefinition>

/** Maximum number of labels in a list. Checked labels make room for the next ones. */
export const MAXIMUM_LISTED = 50

const LISTED = `SELECT b.project_id AS "projectId", u.result_id AS "resultId", u.entity_id AS "entityId", u.probability
  FROM unnest($4::uuid[]) AS of (id)
  CROSS JOIN LATERAL (
    SELECT b.id, b.project_id FROM batch b
    WHERE ${VISIBLE} AND b.project_id = of.id AND b.kind = 'run' AND b.status IN ${STATUSES_WITH_ANSWERS}
      AND ($5::uuid IS NULL OR b.id = $5)
    ORDER BY b.finished_at DESC, b.id DESC LIMIT 1) b
  LEFT JOIN LATERAL (
    SELECT u.* FROM uncertain_label u
    WHERE u.batch_id = b.id AND NOT EXISTS (
      SELECT FROM label_correction c WHERE c.result_id = u.result_id AND c.entity_id = u.entity_id)
    ORDER BY u.probability, u.result_id, u.entity_id LIMIT ${MAXIMUM_LISTED}) u ON true
  ORDER BY u.probability, u.result_id, u.entity_id`

/** A row without a label belongs to a run without labels to review. */
type ListedRow = { projectId: string } & (ListedUncertainLabel | { resultId: null })

/**
 * Lists the uncertain labels of a run of each project that are not checked yet, least certain first. By default this is
 * the latest ended run with answers. Null for a project without such a run, or that the caller may not read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listUncertainLabels({
  ctx,
  input: { ids, runId },
}: {
  ctx: Ctx
  input: { ids: readonly string[]; runId: string | null }
}): Promise<(ListedUncertainLabel[] | null)[]> {
  authorize(ctx, 'runs:read')
  if (runId !== null && !isUuid(runId)) return ids.map(() => null)
  const { rows } = await ctx.db.pool.query<ListedRow>({
    name: 'uncertain-labels',
    text: LISTED,
    values: [...visibleValues(ctx), ids.filter(isUuid), runId],
  })
  return ids.map((id) => {
    const ofProject = rows.filter(({ projectId }) => projectId === id.toLowerCase())
    return ofProject.length === 0
      ? null
      : ofProject.flatMap(({ projectId: _, ...row }) => (isLabel(row) ? row : []))
  })
}

function isLabel(row: ListedUncertainLabel | { resultId: null }): row is ListedUncertainLabel {
  return row.resultId !== null
}
