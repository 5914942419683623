import { hash } from 'node:crypto'
import { randomToken } from '../ids.ts'

/** A new API key: `svc_` and 260 random bits in 52 characters. */
export function newKey(): string {
  return `svc_${randomToken()}`
}

/** SHA-256 of a key as base64 text: the key of caches, so that they do not contain API keys. Computed for every request. */
export function hashText(key: string): string {
  return hash('sha256', key, 'base64')
}

/** The first characters of a key, by which people recognise it. */
export function prefixOf(key: string): string {
  return key.slice(0, 10)
}
