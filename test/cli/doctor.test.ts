import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Check } from '../../src/cli/operations.ts'
import { readConfig } from '../../src/config.ts'
import { doctor } from '../../src/process/doctor.ts'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

/** The checks of doctor by provider token, with these environment variables. */
async function providerChecks(
  environment: Record<string, string>,
): Promise<Map<string, Omit<Check, 'check'>>> {
  const settings = {
    DATABASE_URL: world.databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
    ...environment,
  }
  const checks = await doctor(() => readConfig(settings))
  expect(JSON.stringify(checks)).not.toContain('sk-secret')
  return new Map(
    checks
      .filter(({ check }) => check.startsWith('provider '))
      .map(({ check, ...rest }) => [check.slice('provider '.length), rest]),
  )
}

it('doctor names the missing driver where credentials of a planned driver are given, partly given or missing', async () => {
  const checks = await providerChecks({ OPENAI_API_KEY: 'sk-secret', DATAFORSEO_LOGIN: 'sk-secret-too' })
  expect([...checks.keys()]).toEqual(world.application.services.deps.providers.tokens())
  expect(checks.get('chatgpt')).toEqual({
    status: 'warning',
    detail: 'unavailable: this version has no openai driver, so that OPENAI_API_KEY is set but not used',
    fix: 'list chatgpt in PROVIDERS_FILE with a driver of this version: replay, openai-compatible',
  })
  expect(checks.get('google_ai_overview')?.detail).toContain('DATAFORSEO_LOGIN is set but not used')
  expect(checks.get('copilot')?.detail).toBe(
    'unavailable: this version has no brightdata driver that would use BRIGHTDATA_API_KEY',
  )
})

it('doctor names the variable that an entry of PROVIDERS_FILE needs, and reports no problem once it is set', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'providers.json')
  const server = { driver: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' }
  const providers = [
    { id: 'hosted', ...server, apiKeyEnv: 'HOSTED_KEY' },
    { id: 'local', ...server },
    { id: 'made_up', driver: 'simulated' },
  ]
  writeFileSync(file, JSON.stringify({ providers }))
  const without = await providerChecks({ PROVIDERS_FILE: file })
  expect(without.get('hosted')).toEqual({
    status: 'warning',
    detail: 'unavailable: HOSTED_KEY is not set',
    fix: 'set HOSTED_KEY',
  })
  expect(without.get('local')).toEqual({ status: 'ok', detail: 'real, driver openai-compatible', fix: null })
  expect(without.get('made_up')).toEqual({ status: 'ok', detail: 'simulated, driver simulated', fix: null })
  const given = await providerChecks({ PROVIDERS_FILE: file, HOSTED_KEY: 'sk-secret' })
  expect(given.get('hosted')).toEqual({ status: 'ok', detail: 'real, driver openai-compatible', fix: null })
})
