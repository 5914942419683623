import { createHash } from 'node:crypto'
import { randomToken } from '../ids.ts'

/** A new API key: `svc_` and 260 random bits in 52 characters (specification §5.2). */
export function newKey(): string {
  return `svc_${randomToken()}`
}

/** What is stored of a key: SHA-256. The key has enough entropy for a fast hash to be safe. */
export function hashKey(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(key).digest())
}

/** What people may see of a key later on. */
export function prefixOf(key: string): string {
  return key.slice(0, 10)
}
