import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { visibleDeliveries, WITH_ATTEMPTS } from './read.ts'
import { type DeliveryRecord, recordOf } from './record.ts'

/** Which of the deliveries the caller may see; all of them when nothing is given. */
export interface DeliveryFilter {
  /** Those of one async analysis, by the id of its row. */
  batchId?: string
}

/** A page of the deliveries the caller may see, newest first, and one more. */
export async function listWebhookDeliveries({
  ctx,
  input: { page, ...filter },
}: {
  ctx: Ctx
  input: DeliveryFilter & { page: Page }
}): Promise<DeliveryRecord[]> {
  authorize(ctx, 'analysis:read')
  const { where, ...cut } = idPage(page, { newestFirst: true })
  const deliveries = await ctx.db.prisma.webhookDelivery.findMany({
    where: { AND: [where, filter, visibleDeliveries(ctx)] },
    include: WITH_ATTEMPTS,
    ...cut,
  })
  return inListOrder(deliveries, page).map(recordOf)
}

/** How many deliveries {@link listWebhookDeliveries} has in all its pages. */
export async function countWebhookDeliveries({
  ctx,
  input,
}: {
  ctx: Ctx
  input: DeliveryFilter
}): Promise<number> {
  authorize(ctx, 'analysis:read')
  return ctx.db.prisma.webhookDelivery.count({ where: { AND: [input, visibleDeliveries(ctx)] } })
}
