import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Member, Organization } from '../../generated/prisma/client.ts'
import { requireMember } from '../access/authorize.ts'
import { MEMBER_ROLES } from '../foundation/actor.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { idPage, inListOrder, type Page } from '../foundation/page.ts'

/** An organization that the current user belongs to. Only this user can see it. */
export const membershipDefinition = z.object({
  id: z.uuid().describe('Member id of the user in the organization.'),
  organizationId: z
    .uuid()
    .describe('Id of the organization; pass it in a request to act in this organization.'),
  organizationName: z.string().describe('Name of the organization.'),
  role: enumSchema(MEMBER_ROLES, 'Role of the user in the organization.'),
  current: z.boolean().describe('Whether this request acts in the organization.'),
  createdAt: z.date().describe('When the user joined the organization.'),
})

export type MembershipRecord = z.output<typeof membershipDefinition>

/**
 * Returns a page of the organizations that the calling user belongs to, in the order of joining, with one extra
 * membership if there are more.
 * @throws {AppError} FORBIDDEN unless the caller is a member
 */
export async function listMemberships({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<MembershipRecord[]> {
  const { userId, organizationId: current } = requireMember(ctx)
  const { where, ...cut } = idPage(page)
  const members = await ctx.db.prisma.member.findMany({
    where: { AND: [where, { userId }] },
    ...cut,
    include: { organization: true },
  })
  return inListOrder(members, page).map((member) => toMembershipRecord(member, current))
}

/**
 * Returns memberships by member id, in the given order; null for a membership that is missing or of another user.
 * Callers other than members get null for all of them.
 */
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
 * Counts the organizations that the calling user belongs to.
 * @throws {AppError} FORBIDDEN unless the caller is a member
 */
export async function countMemberships({ ctx }: { ctx: Ctx }): Promise<number> {
  return ctx.db.prisma.member.count({ where: { userId: requireMember(ctx).userId } })
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
