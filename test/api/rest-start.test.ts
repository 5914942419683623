import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderError } from '../../src/core/provider-port/driver.ts'
import { withCircuitBreaker } from '../../src/core/providers/circuits.ts'
import { createWorld, type World } from '../world.ts'
import { type Call, type Client, createClient } from './rest-client.ts'

const START = 'POST /v1/async-analysis'
const GOOD = {
  prompt: 'Best task manager?',
  brandName: 'Taskfern',
  replicates: 1,
  providers: ['chatgpt'],
  locations: ['US'],
}

let world: World
let call: Client
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated', aliases: ['provider_3'] },
    { id: 'american', driver: 'simulated', locations: ['US'] },
    { id: 'ailing', driver: 'simulated' },
  ]
  // No workers, so credits stay reserved.
  world = await createWorld({ providers, workers: false })
  call = await createClient(world)
})
afterAll(() => world?.close())

async function newOrganization(options: { plan?: 'free' | 'pro'; credits?: number } = {}) {
  const { id } = await world.organization({ credits: 1_000, ...options })
  const { key } = await world.organizationKey(id)
  return { id, key }
}

/** Returns the credits and the number of analyses of an organization, which a refused request must not change. */
async function accountOf(id: string) {
  const { prisma } = world.operator.db
  const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id } })
  return { credits: creditBalance, analyses: await prisma.batch.count({ where: { organizationId: id } }) }
}

describe('an accepted POST /v1/async-analysis', () => {
  it('returns the id, the reserved credits and the Location', async () => {
    const { id, key } = await newOrganization()
    const json = {
      ...GOOD,
      prompt: undefined,
      prompts: ['One?', 'Two?'],
      replicates: 3,
      providers: ['chatgpt', 'gemini'],
      locations: ['US', 'DE'],
    }
    const { status, body, headers } = await call(START, { key, json })
    expect(status).toBe(202)
    expect(body).toEqual({
      data: {
        analysisId: expect.stringMatching(/^aa_.{26,}$/),
        status: 'queued',
        creditsReserved: 24,
        createdAt: expect.any(String),
      },
    })
    expect(headers.get('Location')).toBe(`/v1/async-analysis/${body.data.analysisId}`)
    expect(await accountOf(id)).toEqual({ credits: 976, analyses: 1 })
    const read = await call(`GET ${headers.get('Location') ?? '/'}` as 'GET /', { key })
    expect(read.body.data).toMatchObject({
      analysisId: body.data.analysisId,
      brandName: 'Taskfern',
      progress: { total: 24, completed: 0, failed: 0 },
    })
    expect(['queued', 'running']).toContain(read.body.data.status)
  })

  it('can name providers by their aliases, unless a provider is named twice', async () => {
    const { key } = await newOrganization()
    expect(
      (await call(START, { key, json: { ...GOOD, providers: ['provider_1', 'provider_3'] } })).status,
    ).toBe(202)
    const twice = await call(START, { key, json: { ...GOOD, providers: ['provider_1', 'chatgpt'] } })
    expect(twice.status).toBe(400)
    expect(Object.keys(twice.body.details.fieldErrors)).toEqual(['providers.1'])
  })

  it('takes the brand from the project of the key', async () => {
    const { id: organizationId } = await newOrganization()
    const { id } = await world.project({ organizationId, name: 'Klarwerk' })
    const { key } = await world.projectKey(id)
    const { body } = await call(START, { key, json: { ...GOOD, brandName: undefined } })
    const { body: read } = await call(`GET /v1/async-analysis/${body.data.analysisId}`, { key })
    expect(read.data.brandName).toBe('Klarwerk')
  })

  it('can have a body of 1 MiB in any script', async () => {
    const { key } = await newOrganization()
    const prompts = Array.from({ length: 60 }, (_, n) => `${n} ${'語'.repeat(4_990)}`)
    expect((await call(START, { key, json: { ...GOOD, prompt: undefined, prompts } })).status).toBe(202)
  })
})

describe('validation of POST /v1/async-analysis', () => {
  it.each<[string, object, string[]]>([
    ['no prompt', { prompt: undefined }, ['prompt']],
    ['both prompt and prompts', { prompts: ['Two?'] }, ['prompts']],
    ['an empty prompt', { prompt: ' \n ' }, ['prompt']],
    ['a prompt of 5,001 characters', { prompt: 'x'.repeat(5_001) }, ['prompt']],
    ['a prompt that is a number', { prompt: 7 }, ['prompt']],
    ['a prompt with NUL', { prompt: 'a\0b' }, ['prompt']],
    ['a bad prompt among good ones', { prompt: undefined, prompts: ['One?', '', 'Three?'] }, ['prompts.1']],
    ['no prompts in the list', { prompt: undefined, prompts: [] }, ['prompts']],
    ['101 prompts', { prompt: undefined, prompts: Array(101).fill('Which?') }, ['prompts']],
    ['no brand with an organization key', { brandName: undefined }, ['brandName']],
    ['an empty brand', { brandName: '' }, ['brandName']],
    ['a brand with NUL', { brandName: 'Task\0fern' }, ['brandName']],
    ['no replicates', { replicates: undefined }, ['replicates']],
    ['no replicate', { replicates: 0 }, ['replicates']],
    ['11 replicates', { replicates: 11 }, ['replicates']],
    ['half a replicate', { replicates: 1.5 }, ['replicates']],
    ['replicates as text', { replicates: '1' }, ['replicates']],
    ['no providers', { providers: undefined }, ['providers']],
    ['an empty list of providers', { providers: [] }, ['providers']],
    ['providers that are not a list', { providers: 'chatgpt' }, ['providers']],
    ['a provider that is null', { providers: [null] }, ['providers.0']],
    ['no locations', { locations: undefined }, ['locations']],
    ['an empty list of locations', { locations: [] }, ['locations']],
    ['a country that does not exist', { locations: ['US', 'XX'] }, ['locations.1']],
    ['a country in lower case', { locations: ['us'] }, ['locations.0']],
    ['a country twice', { locations: ['US', 'US'] }, ['locations']],
    [
      'a location its provider cannot answer for',
      { providers: ['american'], locations: ['US', 'DE'] },
      ['locations.1'],
    ],
    ['an unknown field', { colour: 'red' }, ['colour']],
    [
      'an unknown field with the name of an inherited property',
      { constructor: 1, toString: 2 },
      ['constructor', 'toString'],
    ],
    [
      'several mistakes',
      { replicates: 0, locations: ['XX'], colour: 1 },
      ['locations.0', 'replicates', 'colour'],
    ],
  ])('names the field (%s) and reserves no credits', async (_, change, fields) => {
    const { id, key } = await newOrganization()
    const { status, body } = await call(START, { key, json: { ...GOOD, ...change } })
    expect(status).toBe(400)
    expect(body.error).toEqual({ code: 'BAD_REQUEST', message: expect.any(String) })
    expect(Object.keys(body.details.fieldErrors).sort()).toEqual(fields.toSorted())
    expect(await accountOf(id)).toEqual({ credits: 1_000, analyses: 0 })
  })

  it('refuses a field named __proto__', async () => {
    const { key } = await newOrganization()
    const body = JSON.stringify(GOOD).replace('{', '{"__proto__":{"admin":true},')
    expect((await call(START, { key, body, headers: { 'Content-Type': 'application/json' } })).status).toBe(
      400,
    )
  })

  it('refuses brandName with a project key', async () => {
    const { id: organizationId } = await newOrganization()
    const { id } = await world.project({ organizationId })
    const { key } = await world.projectKey(id)
    const { status, body } = await call(START, { key, json: GOOD })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual(['brandName'])
  })

  it.each([[[]], [null], ['text'], [7]])('refuses a body that is %j instead of an object', async (json) => {
    const { key } = await newOrganization()
    const { status, body } = await call(START, { key, json })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual(['body'])
  })

  it('answers a lone surrogate without an internal error', async () => {
    const { key } = await newOrganization()
    const body = JSON.stringify({ ...GOOD, prompt: 'Half \ud83d?', brandName: 'Task\ud83dfern' })
    const { status } = await call(START, { key, body, headers: { 'Content-Type': 'application/json' } })
    expect([202, 400]).toContain(status)
  })
})

describe('a body that cannot be parsed', () => {
  const JSON_TYPE = { 'Content-Type': 'application/json' }
  it.each<[string, Call, number?]>([
    ['malformed JSON', { body: '{"prompt":', headers: JSON_TYPE }],
    ['no content', { body: '', headers: JSON_TYPE }],
    ['another content type', { body: JSON.stringify(GOOD), headers: { 'Content-Type': 'text/plain' } }],
    ['a form', { body: 'prompt=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    [
      'more than 1 MiB',
      { body: JSON.stringify({ ...GOOD, prompt: 'x'.repeat(1_048_576) }), headers: JSON_TYPE },
      413,
    ],
    ['many times 1 MiB', { body: ' '.repeat(20_000_000), headers: JSON_TYPE }, 413],
  ])('(%s) is a BAD_REQUEST without field errors', async (_, request, expected = 400) => {
    const { key } = await newOrganization()
    const { status, body } = await call(START, { key, ...request })
    expect(status).toBe(expected)
    expect(body).toEqual({ error: { code: 'BAD_REQUEST', message: expect.any(String) } })
  })

  it('(more than 1 MiB without Content-Length) is refused', async () => {
    const { key } = await newOrganization()
    const piece = new Uint8Array(65_536).fill(0x20)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += piece.length
        if (sent > 4_000_000) controller.close()
        else controller.enqueue(piece)
      },
    })
    const response = await fetch(`${world.url}/v1/async-analysis`, {
      method: 'POST',
      headers: { ...JSON_TYPE, Authorization: `Bearer ${key}` },
      body,
      // Required by fetch for a stream, but missing from its types.
      ...{ duplex: 'half' },
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
    expect(response.headers.get('X-RateLimit-Remaining')).toMatch(/^\d+$/)
  })
})

describe('POST /v1/async-analysis is refused', () => {
  it('as INVALID_PROVIDER for an unknown provider, with its path', async () => {
    const { id, key } = await newOrganization()
    const { status, body } = await call(START, {
      key,
      json: { ...GOOD, providers: ['chatgpt', 'altavista'] },
    })
    expect(status).toBe(400)
    expect(body.error.code).toBe('INVALID_PROVIDER')
    expect(Object.keys(body.details.fieldErrors)).toEqual(['providers.1'])
    expect(await accountOf(id)).toEqual({ credits: 1_000, analyses: 0 })
  })

  it('with one credit too few, and reserves no credits', async () => {
    const { id, key } = await newOrganization({ credits: 3 })
    const { status, body } = await call(START, { key, json: { ...GOOD, replicates: 4 } })
    expect(status).toBe(403)
    expect(body).toEqual({ error: { code: 'API_CREDITS_EXCEEDED', message: expect.any(String) } })
    expect(await accountOf(id)).toEqual({ credits: 3, analyses: 0 })
  })

  it('for the concurrent requests that the credits do not cover', async () => {
    const { id, key } = await newOrganization({ credits: 7 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call(START, { key, json: { ...GOOD, replicates: 2 } })),
    )
    const codes = answers.map(({ status, body }) => (status === 202 ? 'accepted' : body.error.code))
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(3)
    expect(codes.filter((code) => code === 'API_CREDITS_EXCEEDED')).toHaveLength(9)
    expect(await accountOf(id)).toEqual({ credits: 1, analyses: 3 })
  })

  it('as FORBIDDEN on the free plan, after validation of the input', async () => {
    const { id, key } = await newOrganization({ plan: 'free' })
    const { status, body } = await call(START, { key, json: GOOD })
    expect(status).toBe(403)
    expect(body).toEqual({ error: { code: 'FORBIDDEN', message: expect.any(String) } })
    expect((await call(START, { key, json: { ...GOOD, replicates: 0 } })).status).toBe(400)
    expect(await accountOf(id)).toEqual({ credits: 1_000, analyses: 0 })
  })

  it('as 503 with Retry-After for a provider that keeps failing', async () => {
    const { id, key } = await newOrganization()
    const ailing = world.operator.deps.providers.of(null).find('ailing')
    if (!ailing) throw new Error('not configured')
    const fail = () => Promise.reject(new ProviderError('stop', 'down'))
    for (let failure = 0; failure < 5; failure += 1) {
      await withCircuitBreaker(world.operator, ailing, 'US', fail).catch(() => {})
    }
    const { status, body } = await call(START, { key, json: { ...GOOD, providers: ['ailing', 'chatgpt'] } })
    expect(status).toBe(503)
    expect(body.error.code).toBe('PROVIDER_UNAVAILABLE')
    expect(await accountOf(id)).toEqual({ credits: 1_000, analyses: 0 })
  })
})
