import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts short secrets before they are stored in the database. */
export interface SecretBox {
  /** Encrypts a text. The nonce is random, so the result differs with each call. */
  seal(text: string): Uint8Array<ArrayBuffer>
  /**
   * Decrypts a text.
   * @throws {SecretError} if the bytes were changed or encrypted with another key
   */
  open(sealed: Uint8Array): string
}

/** A stored secret cannot be decrypted. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
}

const VERSION = 1
/** Number of bytes of a nonce and of a tag (NIST SP 800-38D). */
const NONCE = 12
const TAG = 16

const NOT_DECRYPTABLE = 'A stored secret cannot be decrypted; restore the SECRET_KEY it was stored with.'

/**
 * Creates a box that encrypts with AES-256-GCM and a key derived from SECRET_KEY (HKDF-SHA-256, RFC 5869). The encrypted bytes
 * consist of the version (one byte), the nonce, the tag and the ciphertext.
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
      if (bytes.length < 1 + NONCE + TAG || bytes[0] !== VERSION) throw new SecretError(NOT_DECRYPTABLE)
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE), {
          authTagLength: TAG,
        })
        cipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG))
        return cipher.update(bytes.subarray(1 + NONCE + TAG), undefined, 'utf8') + cipher.final('utf8')
      } catch (cause) {
        throw new SecretError(NOT_DECRYPTABLE, { cause })
      }
    },
  }
}

/**
 * Returns the secret key of an installation without SECRET_KEY. The first call generates the key and stores it in the file
 * `secret.key` of the folder, which only the owner can read. Processes that start concurrently get the same key.
 */
export function storedSecretKey(folder: string): string {
  const file = join(folder, 'secret.key')
  if (existsSync(file)) return readFileSync(file, 'utf8')
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
