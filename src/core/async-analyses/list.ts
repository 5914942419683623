import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { type BatchList, countBatches, pageBatches } from '../batches/page.ts'
import type { BatchRecord } from '../batches/row.ts'
import { SHOWN_STATUSES } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import type { Page } from '../foundation/page.ts'

/** Filters for a list of async analyses. */
export const analysesFilterSchema = z.strictObject({
  status: z
    .enum(valuesOf(SHOWN_STATUSES), `must be one of ${valuesOf(SHOWN_STATUSES).join(', ')}`)
    .optional()
    .describe('Status of the analysis.'),
})

/** Selects one list of analyses per id: either project ids, or the id of the caller's organization. */
interface AnalysisList {
  ids: readonly string[]
  of: BatchList['of']
  status?: z.output<typeof analysesFilterSchema>['status']
}

/** Returns the default owner for a list of analyses: the project of a project key, otherwise the organization. */
export function analysesOwner(ctx: Ctx): { of: BatchList['of']; id: string } {
  const projectId = ctx.actor.type === 'key' ? ctx.actor.projectId : null
  return projectId === null
    ? { of: 'organization', id: requireOrganizationId(ctx) }
    : { of: 'project', id: projectId }
}

/**
 * Lists a page of async analyses per id, newest first, without summaries. A page has one extra item if there are more.
 * A project key sees the analyses of its project, an organization key the analyses without a project, and a member all
 * analyses of the organization.
 */
export async function listAsyncAnalyses({
  ctx,
  input: { page, ...list },
}: {
  ctx: Ctx
  input: AnalysisList & { page: Page }
}): Promise<BatchRecord[][]> {
  authorize(ctx, 'analysis:read')
  return pageBatches(ctx, { ...list, kind: 'async' }, { page })
}

/** Counts the async analyses that {@link listAsyncAnalyses} returns in all pages of each list. */
export async function countAsyncAnalyses({
  ctx,
  input,
}: {
  ctx: Ctx
  input: AnalysisList
}): Promise<number[]> {
  authorize(ctx, 'analysis:read')
  return countBatches(ctx, { ...input, kind: 'async' })
}
