import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { READABLE, readableProjects } from '../access/project-access.ts'
import { VISIBLE, visibleBatches, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import type { DeliveryRecord } from './definition.ts'
import { toDeliveryRecord } from './row.ts'

/** Relations that {@link toDeliveryRecord} needs. */
export const WITH_ATTEMPTS = { attempts: { orderBy: { number: 'asc' } } } as const

/**
 * Returns the condition for deliveries that the caller may see, which are the deliveries of visible batches, and of
 * webhooks of readable projects. Every query must contain it.
 */
export function visibleDeliveries(ctx: Ctx): Prisma.WebhookDeliveryWhereInput {
  return {
    organizationId: requireOrganizationId(ctx),
    OR: [
      { batch: visibleBatches(ctx) },
      { batchId: null, projectWebhook: { project: readableProjects(ctx) } },
    ],
  }
}

/** Returns deliveries by id, in the given order. A delivery is null if it is missing or the caller may not read it. */
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

/** Several lists of deliveries: one per analysis in `ids`, or the list of the caller's organization. */
interface DeliveryLists {
  ids: readonly string[]
  /** What the ids refer to. */
  of: keyof typeof BELOW
}

const BELOW = { batch: 'd.batch_id = of.id', organization: 'd.organization_id = of.id' } as const

const matching = ({ of }: DeliveryLists) =>
  `FROM webhook_delivery d LEFT JOIN batch b ON b.id = d.batch_id
   LEFT JOIN project_webhook w ON w.id = d.project_webhook_id AND d.batch_id IS NULL
   LEFT JOIN project o ON o.id = w.project_id
   WHERE (${VISIBLE} OR (${READABLE})) AND ${BELOW[of]}`

/** Returns a page of the visible deliveries in each list, newest first, plus one extra delivery if there are more. */
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
    text: `${queryPerParent(
      '$4',
      `SELECT d.id ${matching(lists)} AND ($5::uuid IS NULL OR d.id < $5) AND ($6::uuid IS NULL OR d.id > $6)
       ORDER BY d.id ${page.backward ? 'ASC' : 'DESC'} LIMIT $7`,
    )} ORDER BY i.id DESC`,
    values: [...visibleValues(ctx), lists.ids, page.after, page.before, page.size + 1],
  })
  if (rows.length === 0) return lists.ids.map(() => [])
  const deliveries = await readWebhookDeliveries({ ctx, input: { ids: rows.map(({ id }) => id) } })
  const deliveriesById = new Map(deliveries.map((delivery) => [delivery?.id, delivery]))
  return groupByParent(lists.ids, rows, ({ of }) => of).map((listRows) =>
    listRows.flatMap(({ id }) => deliveriesById.get(id) ?? []),
  )
}

/** Returns the total number of deliveries in all pages of {@link listWebhookDeliveries}, for each list. */
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
    text: queryPerParent('$4', `SELECT count(*)::int AS count ${matching(input)}`),
    values: [...visibleValues(ctx), input.ids],
  })
  return countByParent(input.ids, rows)
}
