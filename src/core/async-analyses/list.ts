import type { Prisma } from '../../generated/prisma/client.ts'
import type { BatchStatus } from '../../generated/prisma/enums.ts'
import { authorize } from '../authorize.ts'
import { type BatchRecord, recordOf } from '../batches/batch-record.ts'
import { visibleBatches } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'

/** Which of the analyses that the caller may see; all of them when nothing is given. */
export interface AnalysisFilter {
  status?: BatchStatus
  /** Those of one project. */
  projectId?: string
}

/**
 * A page of the async analyses the caller may see, newest first, and one more: a project key those of its project, an
 * organization key the projectless ones, a member all (specification §5.7). Without their summaries.
 */
export async function listAsyncAnalyses({
  ctx,
  input: { page, ...filter },
}: {
  ctx: Ctx
  input: AnalysisFilter & { page: Page }
}): Promise<BatchRecord[]> {
  authorize(ctx, 'analysis:read')
  const { where, ...cut } = idPage(page, { newestFirst: true })
  const batches = await ctx.db.prisma.batch.findMany({
    where: { AND: [where, wanted(ctx, filter)] },
    omit: { snapshot: true, webhookSecret: true, summary: true },
    ...cut,
  })
  return inListOrder(batches, page).map((batch) => recordOf({ ...batch, summary: null }))
}

/** How many async analyses {@link listAsyncAnalyses} has in all its pages. */
export async function countAsyncAnalyses({
  ctx,
  input,
}: {
  ctx: Ctx
  input: AnalysisFilter
}): Promise<number> {
  authorize(ctx, 'analysis:read')
  return ctx.db.prisma.batch.count({ where: wanted(ctx, input) })
}

function wanted(ctx: Ctx, filter: AnalysisFilter): Prisma.BatchWhereInput {
  return { AND: [{ kind: 'async', ...filter }, visibleBatches(ctx)] }
}
