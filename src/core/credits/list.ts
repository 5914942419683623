import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { type CreditEntryRecord, recordOf } from './record.ts'

/**
 * A page of the ledger of the caller's organization, newest first, and one more.
 * @throws {AppError} FORBIDDEN for a project key
 */
export async function listCreditEntries({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<CreditEntryRecord[]> {
  authorize(ctx, 'credits:read')
  const { where, ...cut } = idPage(page, { newestFirst: true })
  const entries = await ctx.db.prisma.creditEntry.findMany({
    where: { AND: [where, { organizationId: organizationOf(ctx) }] },
    ...cut,
  })
  return inListOrder(entries, page).map(recordOf)
}

/**
 * How many lines the ledger has.
 * @throws {AppError} FORBIDDEN for a project key
 */
export async function countCreditEntries({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'credits:read')
  return ctx.db.prisma.creditEntry.count({ where: { organizationId: organizationOf(ctx) } })
}
