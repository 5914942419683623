import { valuesOf } from '../../definitions/fields/enumeration.ts'
import type { AuditEntry } from '../../generated/prisma/client.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { AUDIT_ACTIONS } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { idPage, inListOrder, type Page } from '../foundation/page.ts'
import { AUDIT_ACTORS, type AuditEntryRecord } from './definition.ts'

function toRecord({ id, at, target, actorName, address, ...row }: AuditEntry): AuditEntryRecord {
  const action = valuesOf(AUDIT_ACTIONS).find((known) => known === row.action)
  const actorType = valuesOf(AUDIT_ACTORS).find((known) => known === row.actorType)
  if (!action || !actorType) throw new Error(`an unknown audit entry: ${row.action} by ${row.actorType}`)
  return { id, at, action, target, actorType, actorName, address }
}

/** Entries of this version. A newer version that was rolled back may have written others. */
const ofOrganization = (ctx: Ctx) => ({
  organizationId: requireOrganizationId(ctx),
  action: { in: valuesOf(AUDIT_ACTIONS) },
})

/** Returns entries by id, in the given order; null for a missing one, or for a caller who may not read the log. */
export async function readAuditEntries({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(AuditEntryRecord | null)[]> {
  if (ctx.actor.type !== 'member' || ctx.actor.role !== 'admin') return ids.map(() => null)
  const entries = await ctx.db.prisma.auditEntry.findMany({
    where: { ...ofOrganization(ctx), id: { in: ids.filter(isUuid) } },
  })
  return inIdOrder(ids, entries, toRecord)
}

/**
 * Returns a page of the organization's audit log, newest first, with one extra entry if there are more.
 * @throws {AppError} FORBIDDEN for anyone but admins
 */
export async function listAuditEntries({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<AuditEntryRecord[]> {
  authorize(ctx, 'audit:read')
  const { where, ...cut } = idPage(page, { newestFirst: true })
  const entries = await ctx.db.prisma.auditEntry.findMany({
    where: { AND: [where, ofOrganization(ctx)] },
    ...cut,
  })
  return inListOrder(entries, page).map(toRecord)
}

/**
 * Counts the entries of the organization's audit log.
 * @throws {AppError} FORBIDDEN for anyone but admins
 */
export async function countAuditEntries({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'audit:read')
  return ctx.db.prisma.auditEntry.count({ where: ofOrganization(ctx) })
}
