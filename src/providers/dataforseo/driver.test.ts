import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LoopbackVendor, openLoopbackVendor } from '../../../test/providers/wire-server.ts'
import type { Question } from '../../core/provider-port/driver.ts'
import type { Provider } from '../../core/provider-port/registry.ts'
import { loadProviders } from '../registry.ts'
import { sampleQuestion, writeProvidersFile } from '../sample-providers.ts'
import { response } from './conformance-bodies.ts'

const environment = { DATAFORSEO_LOGIN: 'tester@seo.example', DATAFORSEO_PASSWORD: 'dfs-password' }

let vendor: LoopbackVendor
beforeAll(async () => {
  vendor = await openLoopbackVendor()
})
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.requests = []
  vendor.reply = () => ({ body: response({ markdown: 'Pipewell.', items: [] }) })
})

function provider(options: object, path = ''): Provider {
  const entry = { id: 'asked', driver: 'dataforseo', baseUrl: `${vendor.url}${path}`, options }
  const file = writeProvidersFile({ providers: [entry] })
  const asked = loadProviders({ file, environment, simulateMissing: false }).find('asked')
  if (!asked) throw new Error('not found')
  return asked
}

async function requestOf(options: object, question: Partial<Question>) {
  await provider(options).driver.ask(sampleQuestion(question))
  const tasks = vendor.requests[0]?.body as Record<string, unknown>[] | undefined
  return tasks?.[0]
}

test('percent and plus signs arrive as written, because the vendor decodes the prompt', async () => {
  const task = await requestOf({ surface: 'chatgpt' }, { prompt: '100% natural C++ & CRM' })
  expect(task?.keyword).toBe('100%25 natural C%2B%2B & CRM')
  expect(decodeURIComponent(String(task?.keyword).replaceAll('+', ' '))).toBe('100% natural C++ & CRM')
})

test.each([
  ['US', 2840, 'en'],
  ['NO', 2578, 'no'],
  ['IL', 2376, 'iw'],
  ['TW', 2158, 'zh-TW'],
  ['HK', 2344, 'zh-TW'],
  ['CN', 2156, 'zh-CN'],
  ['BR', 2076, 'pt'],
  ['PG', 2598, 'en'],
])('%s is asked as location %i in the language %s', async (location, code, language) => {
  expect(await requestOf({ surface: 'ai_mode' }, { location })).toMatchObject({
    location_code: code,
    language_code: language,
  })
})

test('the language can be configured, and ChatGPT can be left to decide whether to search', async () => {
  const options = { surface: 'chatgpt', language: 'fr', search: 'auto' }
  expect(await requestOf(options, { location: 'CH' })).toMatchObject({
    language_code: 'fr',
    force_web_search: false,
  })
})

test('requests to Gemini and AI Mode have no parameters unknown to them, because the vendor would reject them', async () => {
  for (const surface of ['gemini', 'ai_mode']) {
    vendor.requests = []
    expect(await requestOf({ surface }, {})).not.toHaveProperty('force_web_search')
  }
})

test.each([
  ['ai_overview', 700],
  ['ai_mode', 700],
  ['chatgpt', 2_000],
  ['gemini', 2_000],
])('a prompt that is too long for %s is rejected at no cost', async (surface, limit) => {
  const { driver } = provider({ surface })
  const asked = (prompt: string) => driver.ask(sampleQuestion({ prompt }))
  await expect(asked('😀'.repeat(limit + 1))).rejects.toMatchObject({
    kind: 'invalid',
    message: `the prompt has ${limit + 1} characters; ${surface} takes at most ${limit}`,
  })
  expect(vendor.requests).toHaveLength(0)
  await asked('😀'.repeat(limit))
  expect(vendor.requests).toHaveLength(1)
})

describe('countries that the vendor does not cover', () => {
  test('are known without a request', () => {
    const asked = provider({ surface: 'ai_overview' })
    expect(['RU', 'BY'].filter((code) => asked.supportsLocation(code))).toEqual([])
    expect(['US', 'DE', 'JP', 'BR', 'ZA'].filter((code) => !asked.supportsLocation(code))).toEqual([])
  })

  test('are rejected without a request, even if the configuration lists them', async () => {
    const { driver } = provider({ surface: 'ai_overview' })
    await expect(driver.ask(sampleQuestion({ location: 'RU' }))).rejects.toMatchObject({
      kind: 'location_unsupported',
    })
    expect(vendor.requests).toHaveLength(0)
  })
})

test('the base URL may include the version', async () => {
  await provider({ surface: 'gemini' }, '/v3').driver.ask(sampleQuestion())
  await provider({ surface: 'gemini' }, '/proxy/').driver.ask(sampleQuestion())
  expect(vendor.requests.map(({ path }) => path)).toEqual([
    '/v3/ai_optimization/gemini/llm_scraper/live/advanced',
    '/proxy/v3/ai_optimization/gemini/llm_scraper/live/advanced',
  ])
})

test('a model cannot be chosen', () => {
  const entry = { id: 'asked', driver: 'dataforseo', model: 'gpt-x', options: { surface: 'chatgpt' } }
  const file = writeProvidersFile({ providers: [entry] })
  expect(() => loadProviders({ file, environment, simulateMissing: false })).toThrow(
    /leave it out: the surface chooses the model/,
  )
})

test('the failure for an answer without text includes its cost', async () => {
  const { driver } = provider({ surface: 'chatgpt' })
  vendor.reply = () => ({ body: response({ model: 'gpt-5.6', markdown: '', items: [] }) })
  const raw = await driver.ask(sampleQuestion())
  expect(() => driver.read(raw, sampleQuestion())).toThrow(
    expect.objectContaining({
      kind: 'drift',
      bill: { model: { requested: null, reported: 'gpt-5.6' }, usage: null, costUsd: 0.004 },
    }),
  )
})

test.each<[string, string, object]>([
  ['ai_overview', 'a missing list of items', { item_types: ['organic'] }],
  [
    'ai_overview',
    'an overview that only the list of types mentions',
    { item_types: ['ai_overview'], items: [] },
  ],
  [
    'ai_overview',
    'an overview without text',
    { items: [{ type: 'ai_overview', items: [], references: [] }] },
  ],
  ['ai_mode', 'an item without text', { items: [{ type: 'ai_mode_answer', pictures: [] }] }],
])('%s: %s does not count as an answer that was not shown', async (surface, _, result) => {
  const { driver } = provider({ surface })
  vendor.reply = () => ({ body: response(result) })
  const raw = await driver.ask(sampleQuestion())
  expect(() => driver.read(raw, sampleQuestion())).toThrow(expect.objectContaining({ kind: 'drift' }))
})
