import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Check } from '../../src/cli/foundation/operations.ts'
import { readConfig } from '../../src/config/read.ts'
import { doctor } from '../../src/process/doctor/doctor.ts'
import { HAS_REDIS_SERVER, startOwnRedis } from '../faults/own-redis.ts'
import { runCommand } from '../faults/server-process.ts'
import { openMailServer } from '../mail-server.ts'
import { createEmptyDatabase, createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

/** Runs doctor with these environment variables and returns its checks. */
function allChecks(environment: Record<string, string>): Promise<Check[]> {
  const settings = {
    DATABASE_URL: world.databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
    ...environment,
  }
  return doctor(() => readConfig(settings))
}

/** Returns the provider checks by token. */
async function providerChecks(
  environment: Record<string, string>,
): Promise<Map<string, Omit<Check, 'check'>>> {
  const checks = await allChecks(environment)
  expect(JSON.stringify(checks)).not.toContain('sk-secret')
  return new Map(
    checks
      .filter(({ check }) => check.startsWith('provider '))
      .map(({ check, ...rest }) => [check.slice('provider '.length), rest]),
  )
}

it('doctor names the missing credentials of a default provider: all given, some given or none given', async () => {
  const checks = await providerChecks({ OPENAI_API_KEY: 'sk-secret', DATAFORSEO_LOGIN: 'sk-secret-too' })
  expect([...checks.keys()]).toEqual(world.application.services.deps.providers.of(null).tokens())
  expect(checks.get('chatgpt')).toEqual({ status: 'ok', detail: 'real, driver openai', fix: null })
  expect(checks.get('google_ai_overview')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('DATAFORSEO_PASSWORD is not set (DATAFORSEO_LOGIN is)'),
    fix: expect.stringContaining('set DATAFORSEO_PASSWORD'),
  })
  expect(checks.get('copilot')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('unavailable: BRIGHTDATA_API_KEY is not set'),
    fix: expect.stringContaining('set BRIGHTDATA_API_KEY'),
  })
})

it('doctor names the variable that an entry of PROVIDERS_FILE needs, and reports no problem after it is set', async () => {
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

it('doctor reports why a provider refuses requests, and what to do', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'providers.json')
  const server = { driver: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' }
  writeFileSync(file, JSON.stringify({ providers: [{ id: 'hosted', ...server, apiKeyEnv: 'HOSTED_KEY' }] }))
  const { providerCircuit } = world.operator.db.prisma
  const openUntil = new Date(Date.now() + 60_000)
  const data = { provider: 'hosted', openUntil, fault: 'account', message: 'HTTP 401: no such key' }
  await providerCircuit.create({ data })
  const checks = await providerChecks({ PROVIDERS_FILE: file, HOSTED_KEY: 'sk-secret' })
  await providerCircuit.deleteMany()
  expect(checks.get('hosted')).toEqual({
    status: 'warning',
    detail: `unavailable: HOSTED_KEY was rejected: HTTP 401: no such key; paused until ${openUntil.toISOString()}`,
    fix: 'set a valid HOSTED_KEY, or raise the quota of its account, and restart',
  })
})

it('doctor shows today’s spending and the remaining limits if there are any', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'providers.json')
  const server = { driver: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' }
  const providers = [
    { id: 'spent', ...server },
    { id: 'limited', ...server, options: { spendLimit: { perDay: 5 } } },
    { id: 'used_up', ...server, options: { spendLimit: { perDay: 0.5 } } },
    { id: 'unused', ...server },
  ]
  writeFileSync(file, JSON.stringify({ providers }))
  const { providerSpend } = world.operator.db.prisma
  const day = new Date(new Date().toISOString().slice(0, 10))
  const organizationId = '00000000-0000-0000-0000-000000000000'
  const spend = (provider: string, usd: number, priced: number) => {
    return { organizationId, day, provider, usd, questions: 4, priced }
  }
  await providerSpend.createMany({
    data: [spend('spent', 1.25, 4), spend('limited', 2, 3), spend('used_up', 0.5, 4)],
  })
  const settings = { PROVIDERS_FILE: file, DAILY_SPEND_USD: '10' }
  const checks = await allChecks(settings)
  await providerSpend.deleteMany()
  const detailOf = (name: string) => checks.find(({ check }) => check === name)
  expect(detailOf('provider spent')).toMatchObject({
    status: 'ok',
    detail: 'real, driver openai-compatible; $1.25 today for 4 answers',
  })
  expect(detailOf('provider limited')).toMatchObject({
    status: 'warning',
    detail:
      'real, driver openai-compatible; $2.00 today for 4 answers, 1 of them with unknown cost; $3.00 of $5.00 per day left',
    fix: 'set options.prices of limited; the limit ignores answers with an unknown cost',
  })
  expect(detailOf('provider used_up')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/^unavailable: \$0\.50 of the daily limit of \$0\.50 has been spent/),
  })
  expect(detailOf('provider unused')).toMatchObject({ detail: 'real, driver openai-compatible' })
  expect(detailOf('spending')).toMatchObject({
    status: 'ok',
    detail: '$3.75 today for 12 answers, 1 of them with unknown cost; $6.25 of $10.00 per day left',
  })
  const without = await allChecks({ PROVIDERS_FILE: file })
  expect(without.find(({ check }) => check === 'spending')).toBeUndefined()
})

it('doctor makes no changes: it neither migrates a database nor creates an embedded one', async () => {
  const { databaseUrl, drop } = await createEmptyDatabase()
  const checks = await doctor(() => readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32) }))
  expect(checks.find(({ check }) => check === 'database')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/migrations not applied yet$/),
  })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
  )
  await client.end()
  await drop()
  expect(rows).toEqual([])
  const folder = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'data')
  const embedded = await doctor(() => readConfig({ DATA_DIR: folder }))
  expect(embedded.find(({ check }) => check === 'database')).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('created by the first start'),
  })
  expect(existsSync(folder)).toBe(false)
})

it('doctor checks every part even if others fail, and exits with 1', async () => {
  const environment = {
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
    SECRET_KEY: 'x'.repeat(32),
    REDIS_URL: 'redis://127.0.0.1:1',
    PROVIDERS_FILE: join(mkdtempSync(join(tmpdir(), 'doctor-')), 'providers.json'),
  }
  writeFileSync(environment.PROVIDERS_FILE, '{}')
  const { code, output } = await runCommand(['doctor', '--json'], environment)
  const { checks } = JSON.parse(output) as { checks: Check[] }
  expect(code).toBe(1)
  expect(checks.filter(({ status }) => status === 'failed').map(({ check }) => check)).toEqual([
    'database',
    'PROVIDERS_FILE',
    'Redis',
  ])
})

it('doctor names a missing variable, and exits with 1', async () => {
  const { code, output } = await runCommand(['doctor'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' })
  expect(code).toBe(1)
  expect(output).toContain('SECRET_KEY is required')
})

it('doctor reports whether search volumes are real, and which variables to set', async () => {
  const check = async (environment: Record<string, string>) => {
    const checks = await doctor(() =>
      readConfig({ DATABASE_URL: world.databaseUrl, SECRET_KEY: 'x'.repeat(32), ...environment }),
    )
    return checks.find(({ check }) => check === 'search volume')
  }
  expect(await check({ DATAFORSEO_LOGIN: 'a' })).toMatchObject({
    status: 'warning',
    detail: 'unavailable: DATAFORSEO_PASSWORD is not set (DATAFORSEO_LOGIN is)',
    fix: 'set DATAFORSEO_PASSWORD',
  })
  const both = { DATAFORSEO_LOGIN: 'a', DATAFORSEO_PASSWORD: 'b' }
  expect(await check(both)).toMatchObject({ status: 'ok', detail: 'real, source dataforseo' })
  const simulated = mkdtempSync(join(tmpdir(), 'doctor-'))
  const checks = await doctor(() => readConfig({ DATA_DIR: simulated }))
  expect(checks.find(({ check }) => check === 'search volume')).toMatchObject({
    status: 'warning',
    detail: 'simulated: DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD are not set',
  })
  expect(await check({ ...both, DATAFORSEO_BASE_URL: 'nowhere' })).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/^DATAFORSEO_BASE_URL: write an http or https address/),
  })
})

it('doctor reports whether the mail server can be reached, without sending mail', async () => {
  const mail = await openMailServer()
  const check = async () => {
    const environment = {
      DATABASE_URL: world.databaseUrl,
      SECRET_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: mail.url,
      MAIL_FROM: 'noreply@example.com',
      PUBLIC_URL: 'https://brands.example.com',
    }
    return (await doctor(() => readConfig(environment))).find(({ check }) => check === 'e-mail')
  }
  expect(await check()).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('noreply@example.com'),
  })
  expect(mail.received).toEqual([])
  await mail.close()
  expect(await check()).toMatchObject({ status: 'failed', fix: expect.stringContaining('SMTP_URL') })
})

it.skipIf(!HAS_REDIS_SERVER)('a Redis that deletes jobs when its memory is full is a warning', async () => {
  const redis = await startOwnRedis()
  const client = new Redis(redis.url)
  try {
    const check = async () =>
      (await allChecks({ REDIS_URL: redis.url })).find(({ check }) => check === 'Redis')
    expect(await check()).toMatchObject({ status: 'ok' })
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    expect(await check()).toMatchObject({ status: 'warning', fix: expect.stringContaining('noeviction') })
  } finally {
    client.disconnect()
    await redis.kill()
  }
})
