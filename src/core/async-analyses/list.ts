import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { ShownStatus } from '../batch-status.ts'
import { visibleBatches } from '../batches/read.ts'
import { type BatchRecord, toBatchRecord, whereShownStatus } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'

/** Restricts a list of analyses; without fields it contains all that the caller may see. */
export interface AnalysisFilter {
  status?: ShownStatus
  /** Those of one project. */
  projectId?: string
}

/**
 * A page of the async analyses the caller may see, newest first, and one more if there are more; without their summaries. A
 * project key sees those of its project, an organization key those without a project, a member all of the organization's.
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
    where: { AND: [where, whereOf(ctx, filter)] },
    omit: { snapshot: true, webhookSecret: true, summary: true },
    ...cut,
  })
  return inListOrder(batches, page).map((batch) => toBatchRecord({ ...batch, summary: null }))
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
  return ctx.db.prisma.batch.count({ where: whereOf(ctx, input) })
}

function whereOf(ctx: Ctx, { status, ...filter }: AnalysisFilter): Prisma.BatchWhereInput {
  return { AND: [{ kind: 'async', ...filter }, status ? whereShownStatus(status) : {}, visibleBatches(ctx)] }
}
