import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import { visibleBatches } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import type { DeliveryRecord } from './definition.ts'
import { toDeliveryRecord } from './row.ts'

/** The relations that {@link toDeliveryRecord} needs. */
export const WITH_ATTEMPTS = { attempts: { orderBy: { number: 'asc' } } } as const

/** Which deliveries the caller may see, as a condition that every query must contain: those of the batches it may see. */
export function visibleDeliveries(ctx: Ctx): Prisma.WebhookDeliveryWhereInput {
  return { organizationId: organizationOf(ctx), batch: visibleBatches(ctx) }
}

/** Deliveries by id, in the given order; null for a missing one and for one the caller may not read. */
export async function readWebhookDeliveries({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(DeliveryRecord | null)[]> {
  authorize(ctx, 'analysis:read')
  const deliveries = await ctx.db.prisma.webhookDelivery.findMany({
    where: { AND: [{ id: { in: ids.filter(isUuid) } }, visibleDeliveries(ctx)] },
    include: WITH_ATTEMPTS,
  })
  return inIdOrder(ids, deliveries, toDeliveryRecord)
}

/** Restricts a list of deliveries; without fields it contains all that the caller may see. */
export interface DeliveryFilter {
  /** Those of one async analysis, by the id of its row. */
  batchId?: string
}

/** A page of the deliveries the caller may see, newest first, and one more if there are more. */
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
  return inListOrder(deliveries, page).map(toDeliveryRecord)
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
