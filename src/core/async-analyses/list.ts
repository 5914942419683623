import { authorize, organizationOf } from '../authorize.ts'
import type { ShownStatus } from '../batch-status.ts'
import { type BatchList, countBatches, pageBatches } from '../batches/page.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import type { Page } from '../page.ts'

/** Lists of analyses: those of each of these projects, or those of the organization, the caller's. */
interface AnalysisList {
  ids: readonly string[]
  of: BatchList['of']
  status?: ShownStatus
}

/** Whose analyses a caller means who names nobody: those of the key's project, else of the organization. */
export function analysesOwner(ctx: Ctx): { of: BatchList['of']; id: string } {
  const projectId = ctx.actor.type === 'key' ? ctx.actor.projectId : null
  return projectId === null
    ? { of: 'organization', id: organizationOf(ctx) }
    : { of: 'project', id: projectId }
}

/**
 * A page of the async analyses in each list that the caller may see, newest first, and one more if there are more; without their
 * summaries. A project key sees those of its project, an organization key those without a project, a member all of the
 * organization's.
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

/** How many async analyses {@link listAsyncAnalyses} has in all pages of each list. */
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
