import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createSecretBox, SecretError, storedSecretKey } from './secret-box.ts'

describe('a secret box', () => {
  const box = createSecretBox('k'.repeat(32))

  it.each(['', 'whsec_abc', 'grüße 語 🎉'])('decrypts %j to the same text', (text) => {
    expect(createSecretBox('k'.repeat(32)).open(box.seal(text))).toBe(text)
  })

  it('does not reveal the text, and encrypts it differently each time', () => {
    const sealed = Buffer.from(box.seal('whsec_visible'))
    expect(sealed.includes('visible')).toBe(false)
    expect(sealed.equals(Buffer.from(box.seal('whsec_visible')))).toBe(false)
  })

  it('rejects a box that was changed in any byte, truncated, or encrypted with another key', () => {
    const sealed = box.seal('secret')
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte))
      expect(() => box.open(changed), `byte ${index}`).toThrow(SecretError)
      expect(() => box.open(sealed.slice(0, index)), `${index} bytes`).toThrow(SecretError)
    }
    expect(() => createSecretBox('l'.repeat(32)).open(sealed)).toThrow(SecretError)
  })
})

describe('the key of an installation without SECRET_KEY', () => {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-secret-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is created once, can only be read by its owner, and leaves no temporary file', () => {
    const key = storedSecretKey(folder)
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(storedSecretKey(folder)).toBe(key)
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secret.key'])
  })
})
