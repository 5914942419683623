import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createSecretBox, SecretError } from './secret-box.ts'
import { configuredKeys, storedKeys } from './secret-keys.ts'

/** Returns a box with a key of a repeated letter. */
function boxOf(current: string, previous: string | null = null) {
  return createSecretBox(
    configuredKeys({ current: current.repeat(32), previous: previous?.repeat(32) ?? null }),
  )
}

describe('a secret box', () => {
  const box = boxOf('k')

  it.each(['', 'whsec_abc', 'grüße 語 🎉'])('decrypts %j to the same text', (text) => {
    expect(boxOf('k').open(box.seal(text))).toBe(text)
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
    expect(() => boxOf('l').open(sealed)).toThrow(SecretError)
  })
})

describe('a rotation of the key', () => {
  it('keeps secrets of the previous key readable, and encrypts new ones with the current key', () => {
    const sealed = boxOf('k').seal('secret')
    const rotating = boxOf('l', 'k')
    expect(rotating.open(sealed)).toBe('secret')
    expect(rotating.isCurrent(sealed)).toBe(false)
    const renewed = rotating.seal('secret')
    expect(rotating.isCurrent(renewed)).toBe(true)
    expect(boxOf('l').open(renewed)).toBe('secret')
    expect(() => boxOf('l').open(sealed)).toThrow(SecretError)
  })

  it('needs a previous key if the keys are configured', () => {
    expect(configuredKeys({ current: 'k', previous: null }).begin()).toBe(false)
    expect(configuredKeys({ current: 'k', previous: 'l' }).begin()).toBe(true)
  })

  it('replaces a stored key; an interrupted one continues with the same keys', () => {
    const folder = mkdtempSync(join(tmpdir(), 'answergraph-secret-'))
    const keys = storedKeys(folder)
    const first = keys.read().current
    keys.begin()
    const rotating = keys.read()
    expect(rotating).toEqual({ current: expect.not.stringContaining(first), previous: first })
    keys.begin()
    expect(keys.read()).toEqual(rotating)
    keys.finish()
    expect(keys.read()).toEqual({ current: rotating.current, previous: null })
    expect(readdirSync(folder)).toEqual(['secret.key'])
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
    rmSync(folder, { recursive: true })
  })
})

describe('the key of an installation without SECRET_KEY', () => {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-secret-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is created once, can only be read by its owner, and leaves no temporary file', () => {
    const { current, previous } = storedKeys(folder).read()
    expect(Buffer.from(current, 'base64')).toHaveLength(32)
    expect(previous).toBeNull()
    expect(storedKeys(folder).read().current).toBe(current)
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secret.key'])
  })
})
