import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { inIdOrder, isUuid, uuidSchema } from '../foundation/ids.ts'
import { idPage, inListOrder, type Page } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import type { MemberRecord } from './definition.ts'

/** Relations that a {@link MemberRecord} needs in addition to the member row. */
export const WITH_USER = {
  user: {
    include: {
      sessions: { select: { lastUsedAt: true }, orderBy: { lastUsedAt: 'desc' }, take: 1 },
      twoFactor: { select: { confirmedAt: true } },
    },
  },
} as const satisfies Prisma.MemberInclude

/** Returns the fields of a member that other members may see. */
export function toMemberRecord({
  id,
  role,
  createdAt,
  user: { email, name, sessions, twoFactor },
}: Prisma.MemberGetPayload<{ include: typeof WITH_USER }>): MemberRecord {
  const twoFactorEnabled = twoFactor?.confirmedAt != null
  return { id, role, email, name, twoFactorEnabled, createdAt, lastUsedAt: sessions[0]?.lastUsedAt ?? null }
}

/**
 * Returns members by id, in the given order; null for a member that is missing or of another organization. A key gets
 * null for all of them.
 */
export async function readMembers({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(MemberRecord | null)[]> {
  if (ctx.actor.type === 'key') return ids.map(() => null)
  const members = await ctx.db.prisma.member.findMany({
    where: { id: { in: ids.filter(isUuid) }, organizationId: requireOrganizationId(ctx) },
    include: WITH_USER,
  })
  return inIdOrder(ids, members, toMemberRecord)
}

/** Returns the calling member; null for other callers and for a removed member. */
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
 * Lists the members of an organization, oldest first: all members, or a page with one extra member if there are more.
 * For members, and for operators, who must pass the organization id.
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
 * Counts the members of the caller's organization.
 * @throws {AppError} FORBIDDEN
 */
export async function countMembers({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'members:read')
  return ctx.db.prisma.member.count({ where: { organizationId: requireOrganizationId(ctx) } })
}
