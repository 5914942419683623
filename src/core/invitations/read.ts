import type { Invitation } from '../../generated/prisma/client.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { idPage, inListOrder, type Page } from '../foundation/page.ts'
import type { InvitationRecord } from './definition.ts'

/** Returns the public fields of an invitation row. */
export function toInvitationRecord(invitation: Invitation): InvitationRecord {
  const { id, email, role, createdAt, expiresAt } = invitation
  return { id, email, role, createdAt, expiresAt }
}

const openIn = (ctx: Ctx) => ({ organizationId: requireOrganizationId(ctx), expiresAt: { gt: ctx.now() } })

/**
 * Returns open invitations by id, in the given order; null for an invitation that is missing or of another
 * organization. A key gets null for all of them.
 */
export async function readInvitations({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(InvitationRecord | null)[]> {
  if (ctx.actor.type === 'key') return ids.map(() => null)
  const where = { ...openIn(ctx), id: { in: ids.filter(isUuid) } }
  const invitations = await ctx.db.prisma.invitation.findMany({ where })
  return inIdOrder(ids, invitations, toInvitationRecord)
}

/**
 * Returns a page of the open invitations to the caller's organization, oldest first, with one extra invitation if there
 * are more. For members only.
 * @throws {AppError} FORBIDDEN
 */
export async function listInvitations({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<InvitationRecord[]> {
  authorize(ctx, 'members:read')
  const { where, ...cut } = idPage(page)
  const invitations = await ctx.db.prisma.invitation.findMany({
    where: { AND: [where, openIn(ctx)] },
    ...cut,
  })
  return inListOrder(invitations, page).map(toInvitationRecord)
}

/**
 * Counts the open invitations to the caller's organization.
 * @throws {AppError} FORBIDDEN
 */
export async function countInvitations({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'members:read')
  return ctx.db.prisma.invitation.count({ where: openIn(ctx) })
}
