import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

let world: World
let call: Client
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
    // Has no recordings, so every question fails.
    { id: 'broken', driver: 'replay', options: { file: '/nonexistent/recordings.jsonl' } },
  ]
  world = await createWorld({ providers })
  call = await createClient(world)
})
afterAll(() => world?.close())

const ENDED = /^(completed|partially_completed|failed)$/

async function newOrganization() {
  const { id } = await world.organization({ credits: 100 })
  return { id, key: (await world.organizationKey(id)).key }
}

/** Starts an analysis, waits until it ends, and returns its id. */
async function analyze(key: string, change: object = {}): Promise<string> {
  const json = {
    prompt: 'Best task manager?',
    brandName: 'Taskfern',
    replicates: 1,
    providers: ['chatgpt'],
    locations: ['US'],
    ...change,
  }
  const { status, body } = await call('POST /v1/async-analysis', { key, json })
  expect(status).toBe(202)
  await world.ended(body.data.analysisId)
  return body.data.analysisId
}

describe('GET /v1/async-analysis/{analysisId}', () => {
  it('can be polled from acceptance to the results', async () => {
    const { key } = await newOrganization()
    const json = {
      prompts: ['Best task manager?', 'Is Taskfern any good?'],
      brandName: 'Taskfern',
      replicates: 2,
      providers: ['provider_1', 'gemini'],
      locations: ['US', 'DE'],
    }
    const { headers } = await call('POST /v1/async-analysis', { key, json })
    const path = `GET ${headers.get('Location')}` as 'GET /'
    let last = (await call(path, { key })).body.data
    for (let poll = 0; poll < 2_000 && !ENDED.test(last.status); poll += 1) {
      expect(Object.keys(last)).toEqual([
        'analysisId',
        'status',
        'cancelled',
        'progress',
        'costUsd',
        'brandName',
        'createdAt',
        'startedAt',
        'finishedAt',
        'rawDeletedAt',
        'textsDeletedAt',
        'stopWhen',
        'personas',
        'rounds',
      ])
      const { data } = (await call(path, { key })).body
      expect(data.progress.completed).toBeGreaterThanOrEqual(last.progress.completed)
      last = data
    }
    expect(last).toMatchObject({
      status: 'completed',
      progress: { total: 16, completed: 16, failed: 0 },
      credits: { reserved: 16, charged: 16, refunded: 0 },
      summary: { results: { total: 16, failed: 0 } },
    })
    expect(last.finishedAt >= last.startedAt && last.startedAt >= last.createdAt).toBe(true)
    // Ordered by prompt, provider, location and replicate, with provider tokens instead of aliases.
    const expected = json.prompts.flatMap((prompt) =>
      ['chatgpt', 'gemini'].flatMap((provider) =>
        json.locations.flatMap((location) =>
          [1, 2].map((replicate) => ({ prompt, provider, location, replicate })),
        ),
      ),
    )
    expect(last.results).toMatchObject(expected)
    for (const result of last.results)
      expect(result).toMatchObject({ runId: null, simulated: true, surface: 'simulated' })
    const named = last.results.filter(
      ({ brand }: { brand: { mentioned: boolean } | null }) => brand?.mentioned,
    )
    expect(named.length).toBeGreaterThan(0)
    for (const { answer, brand } of named) {
      const [span] = brand.spans
      expect(answer.slice(span.start, span.end).toLowerCase()).toContain('taskfern')
    }
  })

  it('includes the raw provider response only on request', async () => {
    const { key } = await newOrganization()
    const id = await analyze(key)
    const [plain] = (await call(`GET /v1/async-analysis/${id}`, { key })).body.data.results
    const [full] = (await call(`GET /v1/async-analysis/${id}?includeRaw=true`, { key })).body.data.results
    expect(plain).not.toHaveProperty('raw')
    expect(full.raw).toEqual(expect.any(Object))
    expect({ ...full, raw: undefined }).toEqual({ ...plain, raw: undefined })
  })

  it.each([
    'includeRaw',
    'includeRaw=',
    'includeRaw=1',
    'includeRaw=TRUE',
    'includeRaw=true&includeRaw=false',
  ])('refuses ?%s', async (query) => {
    const { key } = await newOrganization()
    const { status, body } = await call(`GET /v1/async-analysis/${await analyze(key)}?${query}`, { key })
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([400, ['includeRaw']])
  })

  it.each(['', 'includeRaw=false', 'unknown=1'])(
    'does not include the raw response for ?%s',
    async (query) => {
      const { key } = await newOrganization()
      const { status, body } = await call(`GET /v1/async-analysis/${await analyze(key)}?${query}`, { key })
      expect(status).toBe(200)
      expect(body.data.results[0]).not.toHaveProperty('raw')
    },
  )

  it('shows which units of a partially failed analysis failed and what was refunded', async () => {
    const { id, key } = await newOrganization()
    const analysisId = await analyze(key, { providers: ['broken', 'chatgpt'] })
    const { data } = (await call(`GET /v1/async-analysis/${analysisId}?includeRaw=true`, { key })).body
    expect(data).toMatchObject({
      status: 'partially_completed',
      progress: { total: 2, completed: 1, failed: 1 },
      credits: { reserved: 2, charged: 1, refunded: 1 },
      results: [
        {
          provider: 'broken',
          status: 'failed',
          error: { code: expect.any(String) },
          answer: null,
          raw: null,
          brand: null,
          citations: null,
        },
        { provider: 'chatgpt', error: null },
      ],
    })
    const { creditBalance } = await world.operator.db.prisma.organization.findUniqueOrThrow({ where: { id } })
    expect(creditBalance).toBe(99)
  })

  it('is 200 for a failed analysis', async () => {
    const { key } = await newOrganization()
    const analysisId = await analyze(key, { providers: ['broken'] })
    const { status, body } = await call(`GET /v1/async-analysis/${analysisId}`, { key })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'failed', credits: { reserved: 1, charged: 0, refunded: 1 } })
    expect(body.data.summary.mentionRate).toMatchObject({ value: null, denominator: 0 })
  })

  it('has all results once and in order, even if they exceed a single read from the database', async () => {
    const { id } = await world.organization({ credits: 1_100 })
    const { key } = await world.organizationKey(id)
    const prompts = Array.from({ length: 55 }, (_, n) => `Question ${n}?`)
    const analysisId = await analyze(key, {
      prompt: undefined,
      prompts,
      providers: ['chatgpt', 'gemini'],
      replicates: 10,
    })
    const { data } = (await call(`GET /v1/async-analysis/${analysisId}?includeRaw=true`, { key })).body
    expect(data.results).toHaveLength(1_100)
    expect(new Set(data.results.map((result: { id: string }) => result.id)).size).toBe(1_100)
    expect(
      data.results
        .filter((_: unknown, n: number) => n % 20 === 0)
        .map((result: { prompt: string }) => result.prompt),
    ).toEqual(prompts)
  })
})

describe('access to an async analysis', () => {
  it('is for keys of its project, or for organization keys if it has no project; other keys get NOT_FOUND', async () => {
    const organization = await newOrganization()
    const [first, second] = [
      await world.project({ organizationId: organization.id, competitors: ['Boardly'] }),
      await world.project({ organizationId: organization.id }),
    ]
    const [firstKey, secondKey] = [
      (await world.projectKey(first.id)).key,
      (await world.projectKey(second.id)).key,
    ]
    const stranger = await newOrganization()
    const ofProject = await analyze(firstKey, { brandName: undefined })
    const projectless = await analyze(organization.key)

    const read = async (id: string, key: string) =>
      (await call(`GET /v1/async-analysis/${id}`, { key })).status
    const table = [organization.key, firstKey, secondKey, stranger.key].map(async (key) => [
      await read(ofProject, key),
      await read(projectless, key),
    ])
    expect(await Promise.all(table)).toEqual([
      [404, 200],
      [200, 404],
      [404, 404],
      [404, 404],
    ])

    const missing = await call(`GET /v1/async-analysis/aa_${'0'.repeat(52)}`, { key: stranger.key })
    const hidden = await call(`GET /v1/async-analysis/${projectless}`, { key: stranger.key })
    expect(hidden.text).toBe(missing.text)
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()]
    expect(names(hidden)).toEqual(names(missing))
  })

  it.each([
    'aa_',
    'nothing',
    'aa_%00',
    '%',
    '%ff',
    '..%2Fproject',
    `aa_${'9'.repeat(200)}`,
    '019a6f2e-8c1d-7a40-9f5e-3b7c2d1e0f64',
  ])('is NOT_FOUND for the malformed id %s', async (id) => {
    const { key } = await newOrganization()
    const { status, body } = await call(`GET /v1/async-analysis/${id}`, { key })
    expect(status).toBe(404)
    expect(body.error.code).toBe('NOT_FOUND')
  })
})
