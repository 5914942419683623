import type { Invitation } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import type { InvitationRecord } from './definition.ts'

/** The public part of an invitation's row. */
export function toInvitationRecord(invitation: Invitation): InvitationRecord {
  const { id, email, role, createdAt, expiresAt } = invitation
  return { id, email, role, createdAt, expiresAt }
}

const openIn = (ctx: Ctx) => ({ organizationId: organizationOf(ctx), expiresAt: { gt: ctx.now() } })

/** Open invitations by id, in the given order; null for a missing one, for another organization's, and for all when the caller is a key. */
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
 * A page of the open invitations to the caller's organization, oldest first, and one more if there are more. For members.
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
 * How many open invitations to the caller's organization there are.
 * @throws {AppError} FORBIDDEN
 */
export async function countInvitations({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'members:read')
  return ctx.db.prisma.invitation.count({ where: openIn(ctx) })
}
