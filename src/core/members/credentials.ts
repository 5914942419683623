import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { isPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../infra/password.ts'
import { newId } from '../foundation/ids.ts'

/** Email address of a user, converted to lower case so that comparisons ignore case. */
export const emailSchema = z
  .string('must be a text')
  .trim()
  .toLowerCase()
  .max(254, 'must be at most 254 characters')
  .pipe(z.email('must be an email address'))

export const passwordSchema = z
  .string('must be a text')
  .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `must be at most ${MAX_PASSWORD_LENGTH} characters`)

/** Provider id of password accounts in better-auth. */
const PASSWORD_PROVIDER = 'credential'

/** Returns the account of a new user in the form that better-auth writes. */
export function passwordAccount(userId: string, hash: string | null) {
  return { id: newId(), accountId: userId, providerId: PASSWORD_PROVIDER, password: hash }
}

/** Returns whether this is the user's password. */
export async function hasPassword(
  { account }: Pick<Prisma.TransactionClient, 'account'>,
  userId: string,
  password: string,
): Promise<boolean> {
  const stored = await account.findFirst({ where: { userId, providerId: PASSWORD_PROVIDER } })
  return stored?.password != null && (await isPassword(password, stored.password))
}

/** Returns whether the user has a password; users who sign in with links or an identity provider may have none. */
export async function hasAnyPassword(
  { account }: Pick<Prisma.TransactionClient, 'account'>,
  userId: string,
): Promise<boolean> {
  const where = { userId, providerId: PASSWORD_PROVIDER, password: { not: null } }
  return (await account.count({ where })) > 0
}

/**
 * Replaces the password of a user, ends all their sessions except `keptSession`, and invalidates their password reset
 * and sign-in links. Call it in a transaction, and call `accessChanged` after the commit.
 * @param input.hash a hash from `hashPassword`
 */
export async function replacePassword(
  db: Prisma.TransactionClient,
  { userId, hash, keptSession = null }: { userId: string; hash: string; keptSession?: string | null },
): Promise<void> {
  await deleteLinks(db, userId)
  const accountId = userId
  await db.account.upsert({
    where: { providerId_accountId: { providerId: PASSWORD_PROVIDER, accountId } },
    create: { ...passwordAccount(userId, hash), userId },
    update: { password: hash },
  })
  await db.session.deleteMany({
    where: { userId, ...(keptSession !== null && { id: { not: keptSession } }) },
  })
}

/**
 * Removes the password of a user with everything that it gave access to: all sessions, password reset links and sign-in
 * links, and its second factor. Call it in a transaction, and call `accessChanged` after the commit.
 */
export async function removePassword(db: Prisma.TransactionClient, userId: string): Promise<void> {
  await deleteLinks(db, userId)
  await db.account.deleteMany({ where: { userId, providerId: PASSWORD_PROVIDER } })
  await db.twoFactor.deleteMany({ where: { userId } })
  await db.session.deleteMany({ where: { userId } })
}

/** Deletes the password resets first, in the same order as a password reset by link, to avoid deadlocks. */
async function deleteLinks(db: Prisma.TransactionClient, userId: string): Promise<void> {
  await db.passwordReset.deleteMany({ where: { userId } })
  await db.signInLink.deleteMany({ where: { userId } })
}
