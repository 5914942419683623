/** The library of sign-in hashes (scrypt) and compares: what is made here lets people in there. Loaded when first needed. */
const load = () => import('better-auth/crypto')

/** What is stored of a password; the same password comes out differently every time. */
export async function hashPassword(password: string): Promise<string> {
  return (await load()).hashPassword(password)
}

/** Whether a password is the one that was stored as this hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  return (await load()).verifyPassword({ hash, password })
}
