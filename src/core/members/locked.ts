import type { Member, Prisma, User } from '../../generated/prisma/client.ts'
import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'

/** The members the caller may change, as a condition that every query must contain: of their organization, for an operator all. */
export function visibleMembers(ctx: Ctx): Prisma.MemberWhereInput {
  return ctx.actor.type === 'operator' ? {} : { organizationId: organizationOf(ctx) }
}

/**
 * A member, after a lock that lets only one transaction at a time change the roles in an organization or remove members.
 * @throws {AppError} NOT_FOUND, also for another organization's
 */
export async function lockMember(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  id: string,
): Promise<Member & { user: User }> {
  const where = { AND: [{ id }, visibleMembers(ctx)] }
  const named = await db.member.findFirst({ where })
  if (!named) throw notFound('Member')
  const { organizationId } = named
  await db.$queryRaw`SELECT 1 FROM organization WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`
  const member = await db.member.findFirst({ where, include: { user: true } })
  if (!member) throw notFound('Member')
  return member
}

/**
 * Must be called, after {@link lockMember}, before an admin ceases to be one.
 * @throws {AppError} CONFLICT for the last admin of an organization
 */
export async function requireAnotherAdmin(
  db: Prisma.TransactionClient,
  { id, organizationId, role }: Member,
): Promise<void> {
  if (role !== 'admin') return
  if (await db.member.findFirst({ where: { organizationId, role: 'admin', id: { not: id } } })) return
  throw new AppError(
    'CONFLICT',
    'This is the last admin of the organization. Make another member an admin first.',
  )
}
