import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'answergraph-config-'))
const secretFile = join(folder, 'secret')
writeFileSync(secretFile, `${'k'.repeat(32)}\n`)
afterAll(() => rmSync(folder, { recursive: true }))

const config = (parameters: string[], environment: Record<string, string>) =>
  run('node', ['bin/answergraph.js', 'config', ...parameters], {
    env: { PATH: process.env.PATH ?? '', ...environment },
  })

it('`config` prints each variable with its value and source, but no secret', async () => {
  const { stdout } = await config(['--json'], { PORT: '5000', SECRET_KEY_FILE: secretFile })
  const { variables } = JSON.parse(stdout)
  expect(variables).toContainEqual(
    expect.objectContaining({ name: 'PORT', value: '5000', source: 'environment' }),
  )
  expect(variables).toContainEqual(
    expect.objectContaining({ name: 'SECRET_KEY', value: 'set', source: 'file' }),
  )
  expect(stdout).not.toContain('kkk')
})

it('`config --explain` adds the meaning as plain text', async () => {
  const { stdout } = await config(['--explain'], {})
  expect(stdout).toContain('PORT=4000\n    the port to listen on; --port takes precedence\n')
  expect(stdout).toContain('the key that SECRET_KEY replaces, during a rotation')
})

it('`config` fails for an invalid value and names the variable', async () => {
  await expect(config([], { PORT: 'x' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PORT must be a whole number'),
  })
})
