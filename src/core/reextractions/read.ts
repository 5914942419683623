import { authorize } from '../authorize.ts'
import { visibleBatches } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { type ReextractionRecord, toReextractionRecord } from './row.ts'

/** Which re-extractions a list contains: those of a run, those of all runs of a project, or those with these ids. */
export type ReextractionFilter = { runId: string } | { projectId: string } | { ids: readonly string[] }

const HIDDEN = { snapshot: true, changedAt: true, keepsResults: true } as const

/** Re-extractions by their ids, in the given order; null for a missing one and for one of a run that the caller may not read. */
export async function readReextractions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ReextractionRecord | null)[]> {
  // Organization keys pass and see none: a node that is not visible is null and not an error.
  authorize(ctx, 'analysis:read')
  const rows = await ctx.db.prisma.reextraction.findMany({
    where: { id: { in: input.ids.filter(isUuid) }, batch: visibleBatches(ctx) },
    omit: HIDDEN,
  })
  return inIdOrder(input.ids, rows, toReextractionRecord)
}

/**
 * A page of re-extractions, the newest first: up to one more than it holds, in list order.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listReextractions({
  ctx,
  input: { page, ...filter },
}: {
  ctx: Ctx
  input: ReextractionFilter & { page: Page }
}): Promise<ReextractionRecord[]> {
  authorize(ctx, 'runs:read')
  const { where, ...cut } = idPage(page, { newestFirst: true })
  const rows = await ctx.db.prisma.reextraction.findMany({
    where: { AND: [where, whereOf(ctx, filter)] },
    omit: HIDDEN,
    ...cut,
  })
  return inListOrder(rows.map(toReextractionRecord), page)
}

/**
 * How many re-extractions {@link listReextractions} has in all its pages.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export function countReextractions({ ctx, input }: { ctx: Ctx; input: ReextractionFilter }): Promise<number> {
  authorize(ctx, 'runs:read')
  return ctx.db.prisma.reextraction.count({ where: whereOf(ctx, input) })
}

function whereOf(ctx: Ctx, filter: ReextractionFilter) {
  const visible = visibleBatches(ctx)
  if ('ids' in filter) return { id: { in: [...filter.ids] }, batch: visible }
  return 'runId' in filter
    ? { batchId: filter.runId, batch: visible }
    : { batch: { AND: [{ projectId: filter.projectId }, visible] } }
}
