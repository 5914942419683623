/** Minimum and maximum length of a password in characters. */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** Loads better-auth's scrypt functions, which sign-in also uses. They are loaded on first use, because they load slowly. */
const load = () => import('better-auth/crypto')

/** Returns the hash to store for a password. It has a random salt, so it differs with each call. */
export async function hashPassword(password: string): Promise<string> {
  return (await load()).hashPassword(password)
}

/** Whether a password matches a stored hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  return (await load()).verifyPassword({ hash, password })
}
