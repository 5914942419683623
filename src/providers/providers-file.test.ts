import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProviders } from './registry.ts'
import { local, writeProvidersFile } from './sample-providers.ts'

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
    'providers.0.driver: unknown driver; write "anthropic"',
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
    'providers.0.options.file: write the path of a file',
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
    'a surface that is not said',
    { providers: [{ id: 'a', driver: 'dataforseo' }] },
    'providers.0.options.surface: Invalid option: expected one of "ai_overview"',
  ],
  [
    'no concurrency',
    { providers: [{ ...simulated, options: { concurrency: 0 } }] },
    'providers.0.options.concurrency: write a whole number',
  ],
])('%s is refused with the file, the position and the fix', (_, content, message) => {
  const file =
    content === null ? join(tmpdir(), 'no-such-folder', 'providers.json') : writeProvidersFile(content)
  const attempt = () => loadProviders({ file, environment: {}, simulateMissing: true })
  expect(attempt).toThrow(file)
  expect(attempt).toThrow(message)
})

test('a key written in place of a variable name is not in the error', () => {
  const file = writeProvidersFile({ providers: [{ ...local, apiKeyEnv: 'sk-secret' }] })
  const attempt = () => loadProviders({ file, environment: {}, simulateMissing: false })
  expect(attempt).toThrow('providers.0.apiKeyEnv')
  expect(attempt).not.toThrow('sk-secret')
})

test('an entry with the token of a default provider has the surface of its route, unless it says another', () => {
  const file = writeProvidersFile({
    providers: [
      { id: 'google_ai_overview', driver: 'dataforseo' },
      { id: 'gemini', driver: 'dataforseo', options: { concurrency: 1 } },
      { id: 'chatgpt', driver: 'dataforseo', options: { surface: 'ai_overview' } },
    ],
  })
  const registry = loadProviders({ file, environment: {}, simulateMissing: false })
  expect(registry.list().map(({ routes }) => routes[0]?.surface)).toEqual(['serp', 'consumer_ui', 'serp'])
})
