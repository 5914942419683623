import { hash } from 'node:crypto'
import { randomToken } from '../foundation/ids.ts'

/** Returns a new API key: `svc_` and 260 random bits in 52 characters. */
export function newKey(): string {
  return `svc_${randomToken()}`
}

/** Returns the SHA-256 hash of a key as base64, so that caches do not contain API keys. Computed for every request. */
export function hashText(key: string): string {
  return hash('sha256', key, 'base64')
}

/** Returns the first characters of a key, so that people can recognize it. */
export function prefixOf(key: string): string {
  return key.slice(0, 10)
}
