import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ProviderError } from '../core/provider-port/driver.ts'
import { baseUrl, defineDriver, sharedOptions } from './foundation/define-driver.ts'
import { loadProviders } from './registry.ts'
import { local, sampleQuestion, writeProvidersFile } from './sample-providers.ts'

const question = sampleQuestion({ location: 'US' })

function load(
  providers: unknown[],
  {
    environment = {},
    simulateMissing = false,
  }: { environment?: Record<string, string>; simulateMissing?: boolean } = {},
) {
  return loadProviders({ file: writeProvidersFile({ providers }), environment, simulateMissing })
}

test('lists the seven default providers in order with numbered aliases if there is no PROVIDERS_FILE', () => {
  const registry = loadProviders({ file: null, environment: {}, simulateMissing: true })
  const ids = ['chatgpt', 'perplexity', 'gemini', 'google_ai_overview', 'google_ai_mode', 'copilot', 'grok']
  expect(registry.tokens()).toEqual(ids)
  expect(ids.map((_, index) => registry.find(`provider_${index + 1}`)?.id)).toEqual(ids)
  expect(registry.find('grok')).toBe(registry.find('provider_7'))
  expect(registry.find('provider_8')).toBeNull()
  expect(registry.find('constructor')).toBeNull()
})

test('claude is the eighth default provider if its key is set, and is otherwise listed as absent', () => {
  const without = loadProviders({ file: null, environment: {}, simulateMissing: true })
  expect(without.absent).toMatchObject([
    { id: 'claude', label: 'Claude', missing: { reason: 'ANTHROPIC_API_KEY is not set' } },
    { id: 'deepseek', missing: { fix: 'set DEEPSEEK_API_KEY' } },
    { id: 'mistral', missing: { fix: 'set MISTRAL_API_KEY' } },
    { id: 'meta_ai', missing: { fix: expect.stringContaining('"surface": "meta_ai"') } },
    { id: 'rufus', missing: { reason: 'none of the supported vendors offers its answers' } },
  ])
  const environment = { ANTHROPIC_API_KEY: 'a' }
  const registry = loadProviders({ file: null, environment, simulateMissing: true })
  expect(registry.absent.map(({ id }) => id)).not.toContain('claude')
  expect(registry.tokens().at(-1)).toBe('claude')
  expect(registry.find('provider_8')).toMatchObject({ id: 'claude', state: 'real', driverName: 'anthropic' })
})

test('deepseek and mistral are default providers with a price if their keys are set', () => {
  const environment = { DEEPSEEK_API_KEY: 'a', MISTRAL_API_KEY: 'b', MISTRAL_MODEL: 'mistral-large-latest' }
  const registry = loadProviders({ file: null, environment, simulateMissing: false })
  expect(registry.find('deepseek')).toMatchObject({
    state: 'real',
    model: 'deepseek-flash',
    variables: ['DEEPSEEK_API_KEY'],
    prices: { outputPerMillion: 1.2 },
  })
  expect(registry.find('mistral')).toMatchObject({ state: 'real', model: 'mistral-large-latest' })
  expect(registry.find('mistral')?.settingName('model')).toBe('MISTRAL_MODEL')
})

test('a default provider without credentials is simulated or rejects questions, and lists what each route is missing', async () => {
  const simulated = loadProviders({ file: null, environment: {}, simulateMissing: true }).find('chatgpt')
  const reason = expect.stringContaining('OPENAI_API_KEY is not set')
  expect(simulated).toMatchObject({
    state: 'simulated',
    missing: { reason, fix: expect.stringMatching(/or set OPENAI_API_KEY$/) },
    driverName: 'openai',
    concurrency: 100,
  })
  const raw = await simulated?.driver.ask(question)
  expect(simulated?.driver.read(raw ?? {}, question).surface).toBe('simulated')
  const refusing = loadProviders({ file: null, environment: {}, simulateMissing: false }).find('chatgpt')
  expect(refusing).toMatchObject({ state: 'unavailable', missing: { reason } })
  await expect(refusing?.driver.ask(question)).rejects.toMatchObject({ name: 'ProviderError', kind: 'stop' })
  expect([simulated?.locations, refusing?.locations]).toEqual(['*', '*'])
  for (const { used, missing } of refusing?.routes ?? []) {
    expect(used).toBe(false)
    expect(missing?.reason).toMatch(/ not set$/)
  }
})

test('a default provider uses its first route with credentials, with consumer interfaces before APIs', () => {
  const environment = { OPENAI_API_KEY: 'a', DATAFORSEO_LOGIN: 'b' }
  const api = loadProviders({ file: null, environment, simulateMissing: true }).find('chatgpt')
  expect(api).toMatchObject({ state: 'real', driverName: 'openai' })
  expect(api?.routes).toMatchObject([
    {
      driver: 'dataforseo',
      surface: 'consumer_ui',
      used: false,
      missing: { fix: 'set DATAFORSEO_PASSWORD' },
    },
    { driver: 'brightdata', surface: 'consumer_ui', used: false, missing: { fix: 'set BRIGHTDATA_API_KEY' } },
    { driver: 'openai', surface: 'api', used: true, missing: null },
  ])
  const both = { ...environment, DATAFORSEO_PASSWORD: 'c' }
  const consumer = loadProviders({ file: null, environment: both, simulateMissing: true }).find('chatgpt')
  expect(consumer?.routes.map(({ used, missing }) => [used, missing === null])).toEqual([
    [true, true],
    [false, false],
    [false, true],
  ])
})

test('the environment can change base URL and model of a default provider, and an error names the variable', async () => {
  const load = (environment: Record<string, string>) =>
    loadProviders({ file: null, environment: { OPENAI_API_KEY: 'a', ...environment }, simulateMissing: true })
  const chatgpt = load({ OPENAI_MODEL: 'gpt-x', OPENAI_BASE_URL: 'http://127.0.0.1:1' }).find('chatgpt')
  expect(chatgpt?.model).toBe('gpt-x')
  await expect(chatgpt?.driver.ask(question)).rejects.toMatchObject({ kind: 'retry' })
  expect(() => load({ OPENAI_BASE_URL: 'nowhere' })).toThrow(
    /^OPENAI_BASE_URL: write an http or https address/,
  )
})

const scraper = defineDriver({
  name: 'scraper',
  surface: 'serp',
  credentials: { login: 'SCRAPER_LOGIN', password: 'SCRAPER_PASSWORD' },
  defaults: { concurrency: 3, locations: ['US', 'DE'] },
  settings: z.object({
    model: z.string().default('scraper-1'),
    baseUrl: baseUrl.default('https://scraper.example'),
    options: z.strictObject({ ...sharedOptions, surface: z.enum(['overview', 'chat']) }),
  }),
  connect:
    ({ id, model, baseUrl, options, credentials, folder }) =>
    async () => ({ id, model, baseUrl, surface: options.surface, credentials, folder }),
  read: () => {
    throw new ProviderError('drift', 'never read')
  },
})
const scraped = { id: 'overview', driver: 'scraper', options: { surface: 'overview' } }
const withScraper = (entry: object, environment: Record<string, string>, simulateMissing = false) =>
  loadProviders({
    file: writeProvidersFile({ providers: [entry] }),
    environment,
    simulateMissing,
    drivers: [scraper],
  })

test('the registry derives everything about a driver from its definition', async () => {
  const provider = withScraper(scraped, { SCRAPER_LOGIN: 'a', SCRAPER_PASSWORD: 'b' }).find('overview')
  expect(provider).toMatchObject({
    state: 'real',
    missing: null,
    driverName: 'scraper',
    model: 'scraper-1',
    locations: ['US', 'DE'],
    concurrency: 3,
  })
  expect(await provider?.driver.ask(question)).toEqual({
    driver: 'scraper',
    id: 'overview',
    model: 'scraper-1',
    baseUrl: 'https://scraper.example',
    surface: 'overview',
    credentials: { login: 'a', password: 'b' },
    folder: expect.stringContaining('providers-'),
    searchMode: 'auto',
    asker: { account: 'logged_out', history: false, persona: 'none', sampling: 'default' },
  })
})

test.each<[string, Record<string, string>, string, string]>([
  ['both', {}, 'SCRAPER_LOGIN and SCRAPER_PASSWORD are not set', 'set SCRAPER_LOGIN and SCRAPER_PASSWORD'],
  [
    'one',
    { SCRAPER_LOGIN: 'a', SCRAPER_PASSWORD: '' },
    'SCRAPER_PASSWORD is not set (SCRAPER_LOGIN is)',
    'set SCRAPER_PASSWORD',
  ],
])('names each missing credential if %s of two are missing', (_, environment, reason, fix) => {
  const missing = { reason, fix }
  expect(withScraper(scraped, environment).find('overview')).toMatchObject({ state: 'unavailable', missing })
  const simulated = withScraper(scraped, environment, true).find('overview')
  expect(simulated).toMatchObject({ state: 'simulated', missing, locations: ['US', 'DE'] })
})

test('a missing credential is reported with the environment variable of its entry', () => {
  const entry = { ...scraped, passwordEnv: 'OTHER_PASSWORD' }
  const environment = { SCRAPER_LOGIN: 'a', SCRAPER_PASSWORD: 'b' }
  expect(withScraper(entry, environment).find('overview')?.missing?.fix).toBe('set OTHER_PASSWORD')
  expect(withScraper(entry, { ...environment, OTHER_PASSWORD: 'c' }).find('overview')?.state).toBe('real')
})

test('a server without a key is real, unless its entry names a variable that is not set', () => {
  expect(load([local]).find('local')).toMatchObject({ state: 'real', missing: null })
  expect(load([{ ...local, apiKeyEnv: 'LOCAL_KEY' }]).find('local')).toMatchObject({
    state: 'unavailable',
    missing: { reason: 'LOCAL_KEY is not set', fix: 'set LOCAL_KEY' },
  })
})

test('an answer stored while simulated can still be parsed after credentials are set', async () => {
  const entry = { ...local, apiKeyEnv: 'LOCAL_KEY' }
  const before = load([entry], { simulateMissing: true }).find('local')
  const after = load([entry], { environment: { LOCAL_KEY: 'k' } }).find('local')
  expect([before?.state, after?.state]).toEqual(['simulated', 'real'])
  const raw = (await before?.driver.ask(question)) ?? {}
  expect(after?.driver.read(raw, question)).toEqual(before?.driver.read(raw, question))
})

test('PROVIDERS_FILE replaces the default providers, including labels, limits and locations', () => {
  const registry = load([
    { id: 'claude', driver: 'simulated', label: 'Claude', aliases: ['anthropic'], locations: ['US', 'DE'] },
    { ...local, options: { concurrency: 2, rateLimit: { max: 5, duration: 1000 } } },
  ])
  expect(registry.tokens()).toEqual(['claude', 'local'])
  expect(registry.find('chatgpt')).toBeNull()
  const claude = registry.find('anthropic')
  expect(claude).toMatchObject({ id: 'claude', label: 'Claude', state: 'simulated', missing: null })
  expect([claude?.supportsLocation('DE'), claude?.supportsLocation('FR')]).toEqual([true, false])
  const localProvider = registry.find('local')
  expect(localProvider).toMatchObject({ label: 'local', state: 'real', missing: null, model: 'llama3.2' })
  expect(localProvider).toMatchObject({ concurrency: 2, rateLimit: { max: 5, duration: 1000 } })
  expect(localProvider?.supportsLocation('FR')).toBe(true)
})

test('the path of a replay file is relative to PROVIDERS_FILE', async () => {
  const file = writeProvidersFile({
    providers: [{ id: 'recorded', driver: 'replay', options: { file: 'answers.jsonl' } }],
  })
  writeFileSync(join(file, '..', 'answers.jsonl'), '{"prompt":"best CRM","text":"Pipewell"}\n')
  const provider = loadProviders({ file, environment: {}, simulateMissing: false }).find('recorded')
  expect(provider).toMatchObject({ state: 'real', missing: null, concurrency: 100 })
  const raw = (await provider?.driver.ask(question)) ?? {}
  expect(provider?.driver.read(raw, question)).toMatchObject({ surface: 'replay', text: 'Pipewell' })
})
