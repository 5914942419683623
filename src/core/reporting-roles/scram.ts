import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** Iterations of PostgreSQL's default (`scram_iterations`). The passwords have 260 random bits. */
const ITERATIONS = 4096

/**
 * Returns the SCRAM-SHA-256 secret of a password (RFC 5803), in the form that PostgreSQL stores. PostgreSQL accepts it in place
 * of the password, so that the password is never in a statement or in the log of the server. The password must be ASCII.
 */
export function scramSecret(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
