import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import { VISIBLE, visibleBatches, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { belowEach, countOfEach, type Page, rowsOfEach } from '../page.ts'
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

/** Lists of deliveries: those of each of these analyses, or those of the organization, the caller's. */
interface DeliveryLists {
  ids: readonly string[]
  /** What the ids are of. */
  of: keyof typeof BELOW
}

const BELOW = { batch: 'd.batch_id = of.id', organization: 'd.organization_id = of.id' } as const

const matching = ({ of }: DeliveryLists) =>
  `FROM webhook_delivery d JOIN batch b ON b.id = d.batch_id WHERE ${VISIBLE} AND ${BELOW[of]}`

/** A page of the deliveries in each list that the caller may see, newest first, and one more if there are more. */
export async function listWebhookDeliveries({
  ctx,
  input: { page, ...lists },
}: {
  ctx: Ctx
  input: DeliveryLists & { page: Page }
}): Promise<DeliveryRecord[][]> {
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<{ of: string; id: string }>({
    name: `webhook-deliveries-page-${lists.of}-${page.backward}`,
    text: `${belowEach(
      '$4',
      `SELECT d.id ${matching(lists)} AND ($5::uuid IS NULL OR d.id < $5) AND ($6::uuid IS NULL OR d.id > $6)
       ORDER BY d.id ${page.backward ? 'ASC' : 'DESC'} LIMIT $7`,
    )} ORDER BY i.id DESC`,
    values: [...visibleValues(ctx), lists.ids, page.after, page.before, page.size + 1],
  })
  if (rows.length === 0) return lists.ids.map(() => [])
  const found = await readWebhookDeliveries({ ctx, input: { ids: rows.map(({ id }) => id) } })
  const deliveries = new Map(found.map((delivery) => [delivery?.id, delivery]))
  return rowsOfEach(lists.ids, rows, ({ of }) => of).map((some) =>
    some.flatMap(({ id }) => deliveries.get(id) ?? []),
  )
}

/** How many deliveries {@link listWebhookDeliveries} has in all pages of each list. */
export async function countWebhookDeliveries({
  ctx,
  input,
}: {
  ctx: Ctx
  input: DeliveryLists
}): Promise<number[]> {
  authorize(ctx, 'analysis:read')
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: `count-webhook-deliveries-${input.of}`,
    text: belowEach('$4', `SELECT count(*)::int AS count ${matching(input)}`),
    values: [...visibleValues(ctx), input.ids],
  })
  return countOfEach(input.ids, rows)
}
