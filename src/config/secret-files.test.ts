import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from './read.ts'

const folder = mkdtempSync(join(tmpdir(), 'answergraph-secrets-'))
const file = join(folder, 'secret')
writeFileSync(file, `${'k'.repeat(32)}\n`)
afterAll(() => rmSync(folder, { recursive: true }))

it('a secret and the credentials of vendors can be in files, with a line break at the end', () => {
  const config = readConfig({ SECRET_KEY_FILE: file, OPENAI_API_KEY_FILE: file })
  expect(config.secretKey).toBe('k'.repeat(32))
  expect(config.environment.OPENAI_API_KEY).toBe('k'.repeat(32))
})

it('the error about a file that cannot be read, or a value that is set twice, names the variable', () => {
  expect(() => readConfig({ SECRET_KEY_FILE: join(folder, 'missing') })).toThrow(
    'SECRET_KEY_FILE names a file that cannot be read; correct the path',
  )
  expect(() => readConfig({ SECRET_KEY_FILE: file, SECRET_KEY: 'k'.repeat(32) })).toThrow(
    'SECRET_KEY_FILE and SECRET_KEY are both set; remove one of them',
  )
})

it('variables that are no secrets are not read from files', () => {
  expect(readConfig({ PORT_FILE: '/missing', SSL_CERT_FILE: '/missing' }).port).toBe(4000)
})
