import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts short secrets before they are stored in the database. */
export interface SecretBox {
  /** Encrypts a text; the result differs at each call, because the nonce is random. */
  seal(text: string): Uint8Array<ArrayBuffer>
  /** @throws {SecretError} for bytes that were changed, or sealed with another key */
  open(sealed: Uint8Array): string
}

/** Thrown for encrypted bytes that cannot be decrypted. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
}

const VERSION = 1
/** NIST SP 800-38D: 96-bit nonces, 128-bit tags. */
const NONCE = 12
const TAG = 16

/**
 * Creates a box that encrypts by AES-256-GCM with a key derived from SECRET_KEY (HKDF-SHA-256, RFC 5869). The format is one
 * byte with the version, the nonce, the tag and the ciphertext.
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
      if (bytes.length < 1 + NONCE + TAG || bytes[0] !== VERSION) throw notDecryptable()
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE), {
          authTagLength: TAG,
        })
        cipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG))
        return cipher.update(bytes.subarray(1 + NONCE + TAG), undefined, 'utf8') + cipher.final('utf8')
      } catch (cause) {
        throw notDecryptable(cause)
      }
    },
  }
}

/**
 * The secret key of an installation without SECRET_KEY: generated once and stored in the file `secret.key` of the folder,
 * readable for its owner only. Processes that start concurrently get the same key.
 */
export function storedSecretKey(folder: string): string {
  const file = join(folder, 'secret.key')
  const stored = readIfExists(file)
  if (stored) return stored
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(draft, 0o600)
  try {
    // Creating a link is atomic and fails if the file exists.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function notDecryptable(cause?: unknown): SecretError {
  return new SecretError('A stored secret cannot be decrypted; restore the SECRET_KEY it was stored with.', {
    cause,
  })
}
