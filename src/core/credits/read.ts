import type { CreditEntry } from '../../generated/prisma/client.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { idPage, inListOrder, type Page } from '../foundation/page.ts'
import type { CreditEntryRecord } from './definition.ts'

/** Returns the public fields of a ledger entry. */
export function toCreditEntryRecord(entry: CreditEntry): CreditEntryRecord {
  const { id, kind, credits, amount, balanceAfter, cause, createdAt } = entry
  return { id, kind, credits, amount, balanceAfter, cause, createdAt }
}

/** Returns ledger entries by id, in the given order; null for a missing entry or one that the caller may not read. */
export async function readCreditEntries({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(CreditEntryRecord | null)[]> {
  const { actor } = ctx
  if (actor.type === 'key' && actor.projectId) return ids.map(() => null)
  const entries = await ctx.db.prisma.creditEntry.findMany({
    where: { id: { in: ids.filter(isUuid) }, organizationId: requireOrganizationId(ctx) },
  })
  return inIdOrder(ids, entries, toCreditEntryRecord)
}

/**
 * Returns a page of the organization's credit ledger, newest first, with one extra entry if there are more.
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
    where: { AND: [where, { organizationId: requireOrganizationId(ctx) }] },
    ...cut,
  })
  return inListOrder(entries, page).map(toCreditEntryRecord)
}

/**
 * Counts the ledger entries of the caller's organization.
 * @throws {AppError} FORBIDDEN for a project key
 */
export async function countCreditEntries({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'credits:read')
  return ctx.db.prisma.creditEntry.count({ where: { organizationId: requireOrganizationId(ctx) } })
}
