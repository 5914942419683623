import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import type { Member, Organization } from '../../generated/prisma/client.ts'
import { MEMBER_ROLES } from '../actor.ts'
import { memberOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'

/** An organization that a user belongs to, as only this user sees it. */
export const membershipDefinition = z.object({
  id: z.uuid().describe('The id of the member that the user is in it.'),
  organizationId: z.uuid().describe('The id of the organization, by which a request chooses it.'),
  organizationName: z.string().describe('The name of the organization.'),
  role: enumSchema(MEMBER_ROLES, 'What the user may do in it.'),
  current: z.boolean().describe('Whether this request acts in it.'),
  createdAt: z.date().describe('When the user joined it.'),
})

export type MembershipRecord = z.output<typeof membershipDefinition>

/**
 * A page of the organizations of the member's user, in the order of joining, and one more if there are more.
 * @throws {AppError} FORBIDDEN unless a member calls
 */
export async function listMemberships({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<MembershipRecord[]> {
  const { userId, organizationId: current } = memberOf(ctx)
  const { where, ...cut } = idPage(page)
  const members = await ctx.db.prisma.member.findMany({
    where: { AND: [where, { userId }] },
    ...cut,
    include: { organization: true },
  })
  return inListOrder(members, page).map((member) => toMembershipRecord(member, current))
}

/** Memberships by the id of the member, in the given order; null for a missing one, for another user's, and for all unless a member calls. */
export async function readMemberships({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(MembershipRecord | null)[]> {
  const { actor } = ctx
  if (actor.type !== 'member') return ids.map(() => null)
  const { userId, organizationId } = actor
  const members = await ctx.db.prisma.member.findMany({
    where: { userId, id: { in: ids.filter(isUuid) } },
    include: { organization: true },
  })
  return inIdOrder(ids, members, (member) => toMembershipRecord(member, organizationId))
}

/**
 * How many organizations the member's user belongs to.
 * @throws {AppError} FORBIDDEN unless a member calls
 */
export async function countMemberships({ ctx }: { ctx: Ctx }): Promise<number> {
  return ctx.db.prisma.member.count({ where: { userId: memberOf(ctx).userId } })
}

function toMembershipRecord(
  { id, organization, role, createdAt }: Member & { organization: Organization },
  current: string,
): MembershipRecord {
  return {
    id,
    organizationId: organization.id,
    organizationName: organization.name,
    role,
    current: organization.id === current,
    createdAt,
  }
}
