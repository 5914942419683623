import type { Member, Prisma, User } from '../../generated/prisma/client.ts'
import { requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'

/**
 * Returns the filter for the members and invitations that the caller may change. It selects everything for an operator,
 * and the caller's organization for everyone else.
 */
export function managedOrganization(ctx: Ctx): { organizationId?: string } {
  return ctx.actor.type === 'operator' ? {} : { organizationId: requireOrganizationId(ctx) }
}

/**
 * Locks an organization for changes of roles and removals of members, so that only one transaction at a time makes
 * them, and returns the member.
 * @throws {AppError} NOT_FOUND, also for a member of another organization
 */
export async function lockMember(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  id: string,
): Promise<Member & { user: User }> {
  const where = { AND: [{ id }, managedOrganization(ctx)] }
  const unlocked = await db.member.findFirst({ where })
  if (!unlocked) throw notFound('Member')
  const { organizationId } = unlocked
  await lockMembers(db, organizationId)
  const member = await db.member.findFirst({ where, include: { user: true } })
  if (!member) throw notFound('Member')
  return member
}

/** Locks an organization for changes of roles and removals of members, until the end of the transaction. */
export async function lockMembers(db: Prisma.TransactionClient, organizationId: string): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM organization WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`
}

/** Returns whether the member is the only admin of the organization. Call it after {@link lockMembers}. */
export async function isLastAdmin(
  db: Prisma.TransactionClient,
  { id, organizationId, role }: Member,
): Promise<boolean> {
  if (role !== 'admin') return false
  return (await db.member.count({ where: { organizationId, role: 'admin', id: { not: id } } })) === 0
}

/**
 * Throws if the member is the last admin of the organization. Call it after {@link lockMember} and before you remove or
 * demote a member.
 * @throws {AppError} CONFLICT
 */
export async function requireAnotherAdmin(db: Prisma.TransactionClient, member: Member): Promise<void> {
  if (!(await isLastAdmin(db, member))) return
  throw new AppError(
    'CONFLICT',
    'This is the last admin of the organization. Make another member an admin first.',
  )
}
