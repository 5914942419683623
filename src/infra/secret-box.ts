import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps short secrets in the database without showing them to whoever reads it. */
export interface SecretBox {
  /** Encrypts; the same text comes out differently every time. */
  seal(text: string): Uint8Array<ArrayBuffer>
  /** @throws {SecretError} for bytes that were changed, or sealed with another key */
  open(sealed: Uint8Array): string
}

/** Sealed bytes that cannot be opened. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
}

const VERSION = 1
/** NIST SP 800-38D: 96-bit nonces, 128-bit tags. */
const NONCE = 12
const TAG = 16

/**
 * AES-256-GCM with a key derived from the installation's own (HKDF-SHA-256, RFC 5869).
 * Form: one byte of version, nonce, tag, ciphertext.
 */
export function createSecretBox(secretKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'answergraph secret box 1', 32))
  return {
    seal(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
      return Uint8Array.from(Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...encrypted]))
    },
    open(sealed) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < 1 + NONCE + TAG || bytes[0] !== VERSION) throw unreadable()
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE), {
          authTagLength: TAG,
        })
        cipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG))
        return cipher.update(bytes.subarray(1 + NONCE + TAG), undefined, 'utf8') + cipher.final('utf8')
      } catch (cause) {
        throw unreadable(cause)
      }
    },
  }
}

/**
 * The key of an installation that was given none: made once, kept in `secret.key` of its folder for its owner only.
 * Processes that start at once agree on one.
 */
export function keptSecretKey(folder: string): string {
  const file = join(folder, 'secret.key')
  const kept = readKept(file)
  if (kept) return kept
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(draft, 0o600)
  try {
    // A link appears whole or not at all, and never over another one.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function readKept(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function unreadable(cause?: unknown): SecretError {
  return new SecretError('A secret cannot be opened: was SECRET_KEY changed?', { cause })
}
