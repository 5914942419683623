import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand, runJson } from '../faults/server-process.ts'
import { conformance } from '../providers/cases/openai.ts'
import { type LoopbackVendor, openLoopbackVendor } from '../providers/wire-server.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let vendor: LoopbackVendor
let environment: Record<string, string>
beforeAll(async () => {
  vendor = await openLoopbackVendor()
  world = await createWorld({ workers: false })
  environment = {
    DATABASE_URL: world.databaseUrl,
    SECRET_KEY: 'x'.repeat(32),
    OPENAI_BASE_URL: vendor.url,
    OPENAI_API_KEY: 'sk-secret',
  }
})
afterAll(async () => {
  vendor.close()
  await world.close()
})

it('lists the routes of each token; its help lists the credentials of each vendor', async () => {
  const { code, output } = await runCommand(['providers'], environment)
  expect(code).toBe(0)
  expect(output).toMatch(/chatgpt +openai +real +api +closed/)
  expect(output).toContain('PERPLEXITY_API_KEY')
  expect(output).toContain(
    'Search volume: unavailable; set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD for real figures',
  )
  const help = await runCommand(['providers', '--help'], environment)
  expect(help.output).toMatch(/openai +OPENAI_API_KEY +chatgpt/)
})

it('reports whether search volumes are real', async () => {
  const account = { DATAFORSEO_LOGIN: 'tester@seo.example', DATAFORSEO_PASSWORD: 'dfs-password' }
  const { output } = await runCommand(['providers'], { ...environment, ...account })
  expect(output).toContain('Search volume: real, source dataforseo')
  expect(output).not.toContain('dfs-password')
  const { searchVolume } = await runJson<{ searchVolume: object }>(['providers'], environment)
  expect(searchVolume).toEqual({
    state: 'unavailable',
    source: null,
    fix: 'set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD',
  })
})

it('--prices shows the price of each model, and which answers spend limits do not count', async () => {
  const keys = { GEMINI_API_KEY: 'g-secret', SERPAPI_API_KEY: 's-secret' }
  const { prices } = await runJson<{ prices: { provider: string }[] }>(['providers', '--prices'], {
    ...environment,
    ...keys,
    GEMINI_MODEL: 'gemini-unpriced',
  })
  const of = (token: string) => prices.find(({ provider }) => provider === token)
  expect(of('chatgpt')).toMatchObject({
    model: 'chat-latest',
    cost: 'computed',
    prices: { inputPerMillion: 5 },
  })
  expect(of('gemini')).toMatchObject({
    cost: 'unknown',
    prices: null,
    fix: expect.stringContaining('options.prices'),
  })
  expect(of('perplexity')).toMatchObject({ cost: 'reported' })
  const { output, code } = await runCommand(['providers', '--prices'], { ...environment, ...keys })
  expect(code).toBe(0)
  expect(output).toMatch(/chatgpt +openai +chat-latest +computed +\d{4}-\d{2}-\d{2} +5 +30 +0\.01/)
  expect(output).toMatch(/Spend limits do not count the answers of .*google_ai_mode/)
})

it('--check asks each real provider once and shows time, location, fields, format and cost; other providers are not asked', async () => {
  vendor.reply = () => ({ body: conformance.answers[0]?.body })
  const { checks } = await runJson<{ checks: { provider: string }[] }>(['providers', '--check'], environment)
  expect(vendor.requests).toHaveLength(1)
  expect(checks[0]).toMatchObject({
    provider: 'chatgpt',
    driver: 'openai',
    status: 'ok',
    latencyMs: expect.any(Number),
    answer: {
      status: 'ok',
      location: { requested: 'DE', applied: 'native', visible: false },
      fields: expect.arrayContaining(['text', 'cited sources', 'spans', 'usage']),
      missing: expect.arrayContaining(['cost']),
      unrecognized: [],
      cost: { source: 'computed' },
    },
  })
  expect(checks.slice(1).every((check) => 'status' in check && check.status === 'not_asked')).toBe(true)
  const { output, code } = await runCommand(['providers', '--check'], environment)
  expect(code).toBe(0)
  expect(output).toMatch(/✓ chatgpt by openai: ok in \d+ ms, api/)
})

it('--check reports the failure of a provider without showing its key, and exits with 1', async () => {
  vendor.reply = () => ({
    status: 401,
    body: { error: { message: 'Incorrect API key provided: sk-secret' } },
  })
  const { code, output } = await runCommand(['providers', '--check'], environment)
  expect(code).toBe(1)
  expect(output).toContain(
    '✗ chatgpt by openai: it rejects the credentials or the account: HTTP 401: Incorrect API key provided: [key]',
  )
})
