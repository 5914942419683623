import type { Member, Prisma, User } from '../../generated/prisma/client.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import type { AnonymousCtx } from '../context.ts'
import { isUniqueViolation } from '../database-errors.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { transaction } from '../transaction.ts'
import { passwordAccount } from './credentials.ts'

/** Who joins an organization: a user, or somebody who becomes one; without a password hash they sign in by links only. */
export type Joining =
  | { user: User }
  | { user: null; email: string; name: string; passwordHash: string | null }

/**
 * Makes somebody a member of an organization; an open invitation of theirs is closed.
 * @param inTransaction called first in the transaction
 * @throws {AppError} CONFLICT for a member, and when the user is created by somebody else at the same time
 */
export async function joinOrganization(
  ctx: AnonymousCtx,
  who: Joining,
  { organizationId, role }: { organizationId: string; role: MemberRole },
  inTransaction: (db: Prisma.TransactionClient) => Promise<void> = async () => {},
): Promise<Member> {
  const { email } = who.user ?? who
  try {
    return await transaction(ctx, async ({ db }) => {
      await inTransaction(db)
      const user = who.user ?? (await insertUser(db, who))
      await db.invitation.deleteMany({ where: { organizationId, email } })
      return db.member.create({ data: { id: newId(), organizationId, userId: user.id, role } })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('CONFLICT', `${email} is already a member of this organization.`)
  }
}

function insertUser(
  db: Prisma.TransactionClient,
  { email, name, passwordHash }: Joining & { user: null },
): Promise<User> {
  const id = newId()
  return db.user.create({
    data: { id, email, name, accounts: { create: passwordAccount(id, passwordHash) } },
  })
}

/** The name of a user who has given none: the part of the address before the @. */
export function nameFrom(email: string): string {
  return email.split('@')[0] ?? email
}
