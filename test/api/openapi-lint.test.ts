import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

let world: World
let folder: string

beforeAll(async () => {
  world = await createWorld({ workers: false })
  folder = mkdtempSync(join(tmpdir(), 'answergraph-lint-'))
  const response = await fetch(`${world.url}/v1/openapi.json`)
  writeFileSync(join(folder, 'openapi.json'), await response.text())
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

/** Runs an installed linter on the served document. */
function lint(program: string, parameters: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join('node_modules', ...program.split('/')), ...parameters, join(folder, 'openapi.json')],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    )
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.stderr.on('data', (text) => {
      output += text
    })
    child.once('close', (code) => resolve({ code, output }))
  })
}

it('the served OpenAPI document passes Redocly', async () => {
  const { code, output } = await lint('@redocly/cli/bin/cli.js', [
    'lint',
    '--config',
    'test/api/redocly.yaml',
    '--format',
    'stylish',
  ])
  expect(code, output).toBe(0)
  expect(output).not.toMatch(/\d+ (warning|problem)/)
}, 90_000)

it('the served OpenAPI document passes Spectral with the OpenAPI and OWASP rules', async () => {
  const { code, output } = await lint('@stoplight/spectral-cli/dist/index.js', [
    'lint',
    '--fail-severity',
    'warn',
    '--ruleset',
    'test/api/spectral.yaml',
  ])
  expect(code, output).toBe(0)
}, 90_000)
