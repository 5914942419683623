import type { Member, Prisma, User } from '../../generated/prisma/client.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import { isUniqueViolation } from '../foundation/database-errors.ts'
import { AppError } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import { passwordAccount } from './credentials.ts'

/**
 * Person who joins an organization: an existing or a new user. A user without a password hash signs in only with links.
 */
export type Joining =
  | { user: User }
  | { user: null; email: string; name: string; passwordHash: string | null }

/**
 * Adds a person to an organization as a member and deletes their open invitation.
 * @param inTransaction called first in the transaction
 * @throws {AppError} CONFLICT if the person is already a member, or if the same user is created concurrently
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

/** Returns the default name of a user: the part of the email address before the @. */
export function nameFrom(email: string): string {
  return email.split('@')[0] ?? email
}
