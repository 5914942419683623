import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import { visibleBatches } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { type DeliveryRecord, recordOf } from './record.ts'

/** What a query of deliveries brings along for their records. */
export const WITH_ATTEMPTS = { attempts: { orderBy: { number: 'asc' } } } as const

/** Which deliveries the caller may see, as a condition no query goes without: those of the batches it may see. */
export function visibleDeliveries(ctx: Ctx): Prisma.WebhookDeliveryWhereInput {
  return { organizationId: organizationOf(ctx), batch: visibleBatches(ctx) }
}

/** Deliveries by id, in the order asked for; null for a missing one and for one the caller may not see. */
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
  const found = new Map(deliveries.map((delivery) => [delivery.id, recordOf(delivery)]))
  return ids.map((id) => found.get(id) ?? null)
}
