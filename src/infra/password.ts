/** Minimum and maximum length of a password in characters. */
export const MINIMUM_PASSWORD_LENGTH = 8
export const MAXIMUM_PASSWORD_LENGTH = 128

/** better-auth's scrypt, which sign-in uses too. Loaded when first needed, because it is slow to load. */
const load = () => import('better-auth/crypto')

/** The salted hash that is stored for a password; different at each call. */
export async function hashPassword(password: string): Promise<string> {
  return (await load()).hashPassword(password)
}

/** Whether a password is the one that was stored as this hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  return (await load()).verifyPassword({ hash, password })
}
