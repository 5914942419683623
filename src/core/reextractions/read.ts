import { authorize } from '../authorize.ts'
import { visibleBatches } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { type ReextractionRecord, reextractionOf } from './record.ts'

/** Which re-extractions: of a run, of all runs of a project, or these. */
export type ReextractionsOf = { runId: string } | { projectId: string } | { ids: readonly string[] }

const HIDDEN = { snapshot: true, changedAt: true, keepsResults: true } as const

/** Re-extractions by their ids, in the order asked for; null for a missing one and for one of a run that the caller may not see. */
export async function readReextractions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ReextractionRecord | null)[]> {
  // Also for organization keys, which see none: a node that is not theirs is null, no error.
  authorize(ctx, 'analysis:read')
  const rows = await ctx.db.prisma.reextraction.findMany({
    where: { id: { in: input.ids.filter(isUuid) }, batch: visibleBatches(ctx) },
    omit: HIDDEN,
  })
  const found = new Map(rows.map((row) => [row.id, reextractionOf(row)]))
  return input.ids.map((id) => found.get(id.toLowerCase()) ?? null)
}

/**
 * A page of re-extractions, the newest first: up to one more than it holds, in list order.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listReextractions({
  ctx,
  input: { page, ...of },
}: {
  ctx: Ctx
  input: ReextractionsOf & { page: Page }
}): Promise<ReextractionRecord[]> {
  authorize(ctx, 'runs:read')
  const { where, ...cut } = idPage(page, { newestFirst: true })
  const rows = await ctx.db.prisma.reextraction.findMany({
    where: { AND: [where, whereOf(ctx, of)] },
    omit: HIDDEN,
    ...cut,
  })
  return inListOrder(rows.map(reextractionOf), page)
}

/**
 * How many there are.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export function countReextractions({ ctx, input }: { ctx: Ctx; input: ReextractionsOf }): Promise<number> {
  authorize(ctx, 'runs:read')
  return ctx.db.prisma.reextraction.count({ where: whereOf(ctx, input) })
}

function whereOf(ctx: Ctx, of: ReextractionsOf) {
  const visible = visibleBatches(ctx)
  if ('ids' in of) return { id: { in: [...of.ids] }, batch: visible }
  return 'runId' in of
    ? { batchId: of.runId, batch: visible }
    : { batch: { AND: [{ projectId: of.projectId }, visible] } }
}
