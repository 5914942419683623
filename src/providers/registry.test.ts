import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProviders } from './registry.ts'

const question = {
  prompt: 'best CRM',
  location: 'US',
  replicate: 1,
  askedAt: new Date('2026-11-18T12:00:00Z'),
  signal: new AbortController().signal,
}

function fileOf(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'providers-')), 'providers.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

function load(
  providers: unknown[],
  {
    environment = {},
    simulateMissing = false,
  }: { environment?: Record<string, string>; simulateMissing?: boolean } = {},
) {
  return loadProviders({ file: fileOf({ providers }), environment, simulateMissing })
}

const local = {
  id: 'local',
  driver: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1/v1',
  model: 'llama3.2',
}

test('without a file the seven known surfaces are listed in order, each also under its number', () => {
  const registry = loadProviders({ file: null, environment: {}, simulateMissing: true })
  const known = ['chatgpt', 'perplexity', 'gemini', 'google_ai_overview', 'google_ai_mode', 'copilot', 'grok']
  expect(registry.tokens()).toEqual(known)
  expect(known.map((_, index) => registry.find(`provider_${index + 1}`)?.id)).toEqual(known)
  expect(registry.find('grok')).toBe(registry.find('provider_7'))
  expect(registry.find('provider_8')).toBeNull()
  expect(registry.find('constructor')).toBeNull()
})

test('a surface without credentials is simulated when asked for, and says so', async () => {
  const provider = loadProviders({ file: null, environment: {}, simulateMissing: true }).find('chatgpt')
  expect(provider).toMatchObject({ simulated: true, available: true, driverName: 'openai', concurrency: 100 })
  const raw = await provider?.driver.ask(question)
  expect(provider?.driver.read(raw ?? {}, question).surface).toBe('simulated')
})

test('a surface without credentials is otherwise unavailable, names the variable, and refuses to be asked', async () => {
  const provider = loadProviders({ file: null, environment: {}, simulateMissing: false }).find('perplexity')
  expect(provider).toMatchObject({
    simulated: false,
    available: false,
    unavailableReason: 'PERPLEXITY_API_KEY is not set',
  })
  await expect(provider?.driver.ask(question)).rejects.toMatchObject({ name: 'ProviderError', kind: 'stop' })
})

test('a surface with credentials but no driver yet does not pretend to be real', () => {
  const environment = { OPENAI_API_KEY: 'k' }
  const provider = loadProviders({ file: null, environment, simulateMissing: false }).find('chatgpt')
  expect(provider?.unavailableReason).toContain('no openai driver')
})

test('an artifact bought while simulated is still read after the credentials have come', async () => {
  const entry = { ...local, apiKeyEnv: 'LOCAL_KEY' }
  const before = load([entry], { simulateMissing: true }).find('local')
  const after = load([entry], { environment: { LOCAL_KEY: 'k' } }).find('local')
  expect([before?.simulated, after?.simulated]).toEqual([true, false])
  const raw = (await before?.driver.ask(question)) ?? {}
  expect(after?.driver.read(raw, question)).toEqual(before?.driver.read(raw, question))
})

test('a file replaces the registry, with labels, limits and locations of its own', () => {
  const registry = load([
    { id: 'claude', driver: 'simulated', label: 'Claude', aliases: ['anthropic'], locations: ['US', 'DE'] },
    { ...local, options: { concurrency: 2, rateLimit: { max: 5, duration: 1000 } } },
  ])
  expect(registry.tokens()).toEqual(['claude', 'local'])
  expect(registry.find('chatgpt')).toBeNull()
  const claude = registry.find('anthropic')
  expect(claude).toMatchObject({ id: 'claude', label: 'Claude', simulated: true, available: true })
  expect([claude?.supportsLocation('DE'), claude?.supportsLocation('FR')]).toEqual([true, false])
  const own = registry.find('local')
  expect(own).toMatchObject({ label: 'local', simulated: false, available: true, model: 'llama3.2' })
  expect(own).toMatchObject({ concurrency: 2, rateLimit: { max: 5, duration: 1000 } })
  expect(own?.supportsLocation('FR')).toBe(true)
})

test('the file of a replay provider is looked for beside PROVIDERS_FILE', async () => {
  const file = fileOf({
    providers: [{ id: 'recorded', driver: 'replay', options: { file: 'answers.jsonl' } }],
  })
  writeFileSync(join(file, '..', 'answers.jsonl'), '{"prompt":"best CRM","text":"Pipewell"}\n')
  const provider = loadProviders({ file, environment: {}, simulateMissing: false }).find('recorded')
  expect(provider).toMatchObject({ available: true, simulated: false, concurrency: 100 })
  const raw = (await provider?.driver.ask(question)) ?? {}
  expect(provider?.driver.read(raw, question)).toMatchObject({ surface: 'replay', text: 'Pipewell' })
})

const simulated = { id: 'a', driver: 'simulated' }
test.each([
  ['a missing file', null, 'cannot be read'],
  ['malformed JSON', '{"providers":[', 'not valid JSON'],
  ['no providers field', {}, 'providers: '],
  ['an empty list', { providers: [] }, 'providers: list at least one provider'],
  ['a missing id', { providers: [{ driver: 'simulated' }] }, 'providers.0.id: '],
  ['a missing driver', { providers: [{ id: 'a' }] }, 'providers.0.driver: unknown driver'],
  [
    'an unknown driver',
    { providers: [{ id: 'a', driver: 'x' }] },
    'providers.0.driver: unknown driver; write "simulated"',
  ],
  [
    'a bad token',
    { providers: [simulated, { ...simulated, id: 'My-Model' }] },
    'providers.1.id: write a lowercase snake_case',
  ],
  [
    'a bad alias',
    { providers: [{ ...simulated, aliases: ['B'] }] },
    'providers.0.aliases.0: write a lowercase',
  ],
  ['an unknown field', { providers: [{ ...simulated, modle: 'x' }] }, 'providers.0.modle: unknown field'],
  [
    'an unknown option',
    { providers: [{ ...simulated, options: { file: 'x' } }] },
    'providers.0.options.file: unknown field',
  ],
  [
    'an unknown country',
    { providers: [{ ...simulated, locations: ['US', 'UK'] }] },
    'providers.0.locations.1: unknown country code "UK"',
  ],
  [
    'locations of a wrong kind',
    { providers: [{ ...simulated, locations: 'US' }] },
    'providers.0.locations: write "*" or',
  ],
  [
    'a repeated id',
    { providers: [simulated, simulated] },
    'providers.1.id: "a" is already used by providers.0.id',
  ],
  [
    'an alias that is an id',
    { providers: [simulated, { ...simulated, id: 'b', aliases: ['a'] }] },
    'providers.1.aliases.0: "a" is already used by',
  ],
  [
    'replay without options',
    { providers: [{ id: 'a', driver: 'replay' }] },
    'providers.0.options: replay needs options.file',
  ],
  [
    'replay without a file',
    { providers: [{ id: 'a', driver: 'replay', options: {} }] },
    'providers.0.options.file: write the path',
  ],
  [
    'no address',
    { providers: [{ id: 'a', driver: 'openai-compatible', model: 'm' }] },
    'providers.0.baseUrl: ',
  ],
  ['no model', { providers: [{ ...local, model: undefined }] }, 'providers.0.model: openai-compatible needs'],
  [
    'an address with a password',
    { providers: [{ ...local, baseUrl: 'http://a:b@c' }] },
    'providers.0.baseUrl: write an http',
  ],
  [
    'an address of another scheme',
    { providers: [{ ...local, baseUrl: 'file:///etc' }] },
    'providers.0.baseUrl: write an http',
  ],
  [
    'no concurrency',
    { providers: [{ ...simulated, options: { concurrency: 0 } }] },
    'providers.0.options.concurrency: write a whole number',
  ],
])('%s is refused with the file, the place and the remedy', (_, content, message) => {
  const file = content === null ? join(tmpdir(), 'no-such-folder', 'providers.json') : fileOf(content)
  const attempt = () => loadProviders({ file, environment: {}, simulateMissing: true })
  expect(attempt).toThrow(file)
  expect(attempt).toThrow(message)
})

test('a key written in place of a variable name is not repeated in the error', () => {
  const attempt = () => load([{ ...local, apiKeyEnv: 'sk-secret' }])
  expect(attempt).toThrow('providers.0.apiKeyEnv')
  expect(attempt).not.toThrow('sk-secret')
})
