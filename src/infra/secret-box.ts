import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretKeyStore } from './secret-keys.ts'

/** Encrypts short secrets before they are stored in the database. */
export interface SecretBox {
  /** Encrypts a text. The nonce is random, so the result differs with each call. */
  seal(text: string): Uint8Array<ArrayBuffer>
  /**
   * Decrypts a text that was encrypted with the current or the previous key.
   * @throws {SecretError} if the bytes were changed or encrypted with another key
   */
  open(sealed: Uint8Array): string
  /** Whether a text was encrypted with the current key. */
  isCurrent(sealed: Uint8Array): boolean
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
export function createSecretBox(store: Pick<SecretKeyStore, 'read'>): SecretBox {
  const derived = new Map<string, Buffer>()
  const derive = (secretKey: string): Buffer => {
    const key = derived.get(secretKey) ?? Buffer.from(hkdfSync('sha256', secretKey, '', CONTEXT, 32))
    derived.set(secretKey, key)
    return key
  }
  return {
    seal(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', derive(store.read().current), nonce)
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
      return Uint8Array.from(Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...encrypted]))
    },
    open(sealed) {
      const { current, previous } = store.read()
      const text =
        decrypt(sealed, derive(current)) ?? (previous === null ? null : decrypt(sealed, derive(previous)))
      if (text === null) throw new SecretError(NOT_DECRYPTABLE)
      return text
    },
    isCurrent: (sealed) => decrypt(sealed, derive(store.read().current)) !== null,
  }
}

/** Context of the derived key. */
const CONTEXT = 'answergraph secret box 1'

/** Returns null if the bytes were changed or encrypted with another key. */
function decrypt(sealed: Uint8Array, key: Buffer): string | null {
  const bytes = Buffer.from(sealed)
  if (bytes.length < 1 + NONCE + TAG || bytes[0] !== VERSION) return null
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG })
    cipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG))
    return cipher.update(bytes.subarray(1 + NONCE + TAG), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return null
  }
}
