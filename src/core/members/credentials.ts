import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { isPassword, MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '../../infra/password.ts'
import { newId } from '../ids.ts'

/** The e-mail address of a user, in lower case: addresses are compared without regard to case. */
export const emailSchema = z
  .string('must be a text')
  .trim()
  .toLowerCase()
  .max(254, 'must be at most 254 characters')
  .pipe(z.email('must be an e-mail address'))

/** A new password. */
export const passwordSchema = z
  .string('must be a text')
  .min(MINIMUM_PASSWORD_LENGTH, `must have at least ${MINIMUM_PASSWORD_LENGTH} characters`)
  .max(MAXIMUM_PASSWORD_LENGTH, `must be at most ${MAXIMUM_PASSWORD_LENGTH} characters`)

/** The provider of better-auth that keeps passwords. */
const PASSWORD_PROVIDER = 'credential'

/** The account of a new user, as better-auth writes it. */
export function passwordAccount(userId: string, hash: string | null) {
  return { id: newId(), accountId: userId, providerId: PASSWORD_PROVIDER, password: hash }
}

/** Whether this is the password of the user. */
export async function hasPassword(
  { account }: Pick<Prisma.TransactionClient, 'account'>,
  userId: string,
  password: string,
): Promise<boolean> {
  const found = await account.findFirst({ where: { userId, providerId: PASSWORD_PROVIDER } })
  return found?.password != null && (await isPassword(password, found.password))
}

/**
 * Replaces the password of a user, ends all their sessions but `keptSession`, and makes links for a new password and to sign in
 * invalid. Must be called in a transaction; after its commit the caller calls `accessChanged`.
 * @param hash see `hashPassword`
 */
export async function replacePassword(
  db: Prisma.TransactionClient,
  { userId, hash, keptSession = null }: { userId: string; hash: string; keptSession?: string | null },
): Promise<void> {
  // First, as a reset by its link does it: the two could otherwise wait for each other.
  await db.passwordReset.deleteMany({ where: { userId } })
  await db.signInLink.deleteMany({ where: { userId } })
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
