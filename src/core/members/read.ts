import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { inIdOrder, isUuid, uuidSchema } from '../ids.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'
import type { MemberRecord } from './definition.ts'

/** What a {@link MemberRecord} is made of, beside the row of the member. */
export const WITH_USER = {
  user: {
    include: { sessions: { select: { lastUsedAt: true }, orderBy: { lastUsedAt: 'desc' }, take: 1 } },
  },
} as const satisfies Prisma.MemberInclude

/** A member as other members see them. */
export function toMemberRecord({
  id,
  role,
  createdAt,
  user: { email, name, sessions },
}: Prisma.MemberGetPayload<{ include: typeof WITH_USER }>): MemberRecord {
  return { id, role, email, name, createdAt, lastUsedAt: sessions[0]?.lastUsedAt ?? null }
}

/** Members by id, in the given order; null for a missing one, for another organization's, and for all when the caller is a key. */
export async function readMembers({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(MemberRecord | null)[]> {
  if (ctx.actor.type === 'key') return ids.map(() => null)
  const members = await ctx.db.prisma.member.findMany({
    where: { id: { in: ids.filter(isUuid) }, organizationId: organizationOf(ctx) },
    include: WITH_USER,
  })
  return inIdOrder(ids, members, toMemberRecord)
}

/** The member that the caller is; null for other callers, and for a member who was removed. */
export async function readOwnMember({ ctx: { actor, db } }: { ctx: Ctx }): Promise<MemberRecord | null> {
  if (actor.type !== 'member') return null
  const { organizationId, userId } = actor
  const member = await db.prisma.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: WITH_USER,
  })
  return member && toMemberRecord(member)
}

const listSchema = z.strictObject({ organizationId: uuidSchema.optional() })

/**
 * The members of an organization, oldest first: all of them, or a page and one more. For members, whose organization needs no
 * name, and for operators.
 * @throws {AppError} FORBIDDEN; NOT_FOUND
 */
export async function listMembers({
  ctx,
  input: { page, ...input },
}: {
  ctx: Ctx
  input: z.input<typeof listSchema> & { page?: Page }
}): Promise<MemberRecord[]> {
  authorize(ctx, 'members:read')
  const id = resolveOrganization(ctx, parse(listSchema, input).organizationId)
  const { where = {}, ...cut } = page ? idPage(page) : { orderBy: { id: 'asc' as const } }
  const organization = await ctx.db.prisma.organization.findUnique({
    where: { id },
    include: { members: { where, ...cut, include: WITH_USER } },
  })
  if (!organization) throw notFound('Organization')
  const members = organization.members.map(toMemberRecord)
  return page ? inListOrder(members, page) : members
}

/**
 * How many members the caller's organization has.
 * @throws {AppError} FORBIDDEN
 */
export async function countMembers({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'members:read')
  return ctx.db.prisma.member.count({ where: { organizationId: organizationOf(ctx) } })
}
