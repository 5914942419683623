/**
 * Keys that were revoked in this process. A revocation is for ever, so that what this holds is never out of date, whatever
 * was looked up before; other processes see it in the database.
 */
const revoked = new Set<string>()

/** Remembers a revocation. */
export function rememberRevoked(keyId: string): void {
  revoked.add(keyId)
}

/** Whether this process knows of a key, without looking, that it is revoked. */
export function isRevokedHere(keyId: string): boolean {
  return revoked.has(keyId)
}
