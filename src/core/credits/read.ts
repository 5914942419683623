import type { CreditEntry } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import type { CreditEntryRecord } from './definition.ts'

/** The public part of an entry. */
export function toCreditEntryRecord(entry: CreditEntry): CreditEntryRecord {
  const { id, kind, credits, amount, balanceAfter, cause, createdAt } = entry
  return { id, kind, credits, amount, balanceAfter, cause, createdAt }
}

/** Entries of the ledger by id, in the given order; null for a missing one and for one the caller may not read. */
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
    where: { id: { in: ids.filter(isUuid) }, organizationId: organizationOf(ctx) },
  })
  return inIdOrder(ids, entries, toCreditEntryRecord)
}

/**
 * A page of the ledger of the caller's organization, newest first, and one more if there are more.
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
  return inListOrder(entries, page).map(toCreditEntryRecord)
}

/**
 * How many entries the ledger of the caller's organization has.
 * @throws {AppError} FORBIDDEN for a project key
 */
export async function countCreditEntries({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'credits:read')
  return ctx.db.prisma.creditEntry.count({ where: { organizationId: organizationOf(ctx) } })
}
