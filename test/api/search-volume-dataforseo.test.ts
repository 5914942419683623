import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LoopbackVendor, openLoopbackVendor } from '../providers/wire-server.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

const ESTIMATE = 'POST /v1/search-volume'
const PASSWORD = 'dfs-password'

let vendor: LoopbackVendor
let world: World
let call: Client
beforeAll(async () => {
  vendor = await openLoopbackVendor()
  const environment = {
    DATAFORSEO_LOGIN: 'tester@seo.example',
    DATAFORSEO_PASSWORD: PASSWORD,
    DATAFORSEO_BASE_URL: vendor.url,
  }
  world = await createWorld({ workers: false, environment })
  call = await createClient(world)
})
afterAll(async () => {
  vendor?.close()
  await world?.close()
})
beforeEach(() => {
  vendor.requests = []
})

const months = [
  { year: 2026, month: 8, ai_search_volume: 880 },
  { year: 2026, month: 9, ai_search_volume: 910 },
  { year: 2026, month: 10, ai_search_volume: null },
]

/** Returns a made-up response of the vendor with these rows. */
function rows(...items: object[]) {
  return {
    status_code: 20000,
    status_message: 'Ok.',
    tasks: [
      {
        status_code: 20000,
        cost: 0.01,
        result: [{ location_code: 2840, language_code: 'en', items_count: items.length, items }],
      },
    ],
  }
}

function refused(code: number, message: string) {
  return { status_code: 20000, tasks: [{ status_code: code, status_message: message, result: null }] }
}

let count = 0
/** Creates an organization with 100 credits, and a keyword that no other test has in the cache. */
async function newCaller(word = 'Task Manager') {
  const { id } = await world.organization({ credits: 100 })
  const { key } = await world.organizationKey(id)
  count += 1
  const json = { keyword: `${word} ${count}`, country: 'US' }
  return { id, key, json, headers: { 'Idempotency-Key': 'once' } }
}

async function creditsOf(id: string): Promise<number> {
  const { creditBalance } = await world.operator.db.prisma.organization.findUniqueOrThrow({ where: { id } })
  return creditBalance
}

describe('with DataForSEO credentials', () => {
  it("an estimate has the vendor's value with its method and month, also from the cache", async () => {
    const caller = await newCaller()
    const keyword = caller.json.keyword.toLowerCase()
    vendor.reply = () => ({
      body: rows(
        { keyword: 'another', ai_search_volume: 7, ai_monthly_searches: [] },
        { keyword, ai_search_volume: 910, ai_monthly_searches: months },
      ),
    })
    const estimate = {
      ...caller.json,
      monthlyVolume: 910,
      confidence: 'medium',
      method: 'ai_search_volume',
      asOf: '2026-09',
      source: 'dataforseo',
      creditsCharged: 40,
    }
    const { status, body } = await call(ESTIMATE, caller)
    expect([status, body.data]).toEqual([200, { ...estimate, cached: false }])
    expect(vendor.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live',
        headers: {
          authorization: `Basic ${Buffer.from(`tester@seo.example:${PASSWORD}`).toString('base64')}`,
        },
        body: [{ keywords: [caller.json.keyword], location_code: 2840, language_code: 'en' }],
      },
    ])
    const again = await call(ESTIMATE, { ...caller, headers: { 'Idempotency-Key': 'again' } })
    expect(again.body.data).toEqual({ ...estimate, cached: true })
    expect(vendor.requests).toHaveLength(1)
    expect(await creditsOf(caller.id)).toBe(20)
  })

  it('a value without months has the date of the request', async () => {
    const caller = await newCaller()
    vendor.reply = () => ({
      body: rows({
        keyword: caller.json.keyword.toLowerCase(),
        ai_search_volume: 5,
        ai_monthly_searches: null,
      }),
    })
    const { body } = await call(ESTIMATE, caller)
    expect(body.data).toMatchObject({ monthlyVolume: 5, asOf: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) })
  })

  it('characters that the vendor decodes arrive as written', async () => {
    const caller = await newCaller('C++ 50%')
    vendor.reply = () => ({
      body: rows({ keyword: caller.json.keyword.toLowerCase(), ai_search_volume: 5 }),
    })
    expect((await call(ESTIMATE, caller)).status).toBe(200)
    const tasks = vendor.requests[0]?.body as { keywords: string[] }[]
    expect(tasks[0]?.keywords).toEqual([`C%2B%2B 50%25 ${count}`])
  })

  it('zero is a value; no value, a value of another keyword, and a refused keyword or country are NOT_FOUND and charged', async () => {
    const zero = await newCaller()
    vendor.reply = () => ({ body: rows({ keyword: zero.json.keyword.toLowerCase(), ai_search_volume: 0 }) })
    const { status, body } = await call(ESTIMATE, zero)
    expect([status, body.data.monthlyVolume]).toEqual([200, 0])
    for (const reply of [
      (keyword: string) => rows({ keyword, ai_search_volume: null, ai_monthly_searches: null }),
      () => rows({ keyword: 'another', ai_search_volume: 7 }),
      () => rows(),
      () => refused(40102, 'No Search Results.'),
      () => refused(40501, "Invalid Field: 'keywords'."),
      () => refused(40501, "Invalid Field: 'location_code'."),
    ]) {
      const caller = await newCaller()
      vendor.reply = () => ({ body: reply(caller.json.keyword.toLowerCase()) })
      const answer = await call(ESTIMATE, caller)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND'])
      expect(await creditsOf(caller.id)).toBe(60)
    }
  })

  it.each<[string, number, string, { status?: number; body: unknown }]>([
    ['a failure', 502, 'UPSTREAM_ERROR', { status: 500, body: refused(50000, 'Internal Error.') }],
    ['a failure in a 200', 502, 'UPSTREAM_ERROR', { body: refused(50000, 'Internal Error.') }],
    ['a refused password', 502, 'UPSTREAM_ERROR', { status: 401, body: refused(40100, `not ${PASSWORD}`) }],
    ['an empty balance', 502, 'UPSTREAM_ERROR', { body: refused(40210, 'Insufficient funds.') }],
    ['another format', 502, 'UPSTREAM_ERROR', { body: { ok: true } }],
    ['an HTML page', 502, 'UPSTREAM_ERROR', { body: '<html>Maintenance</html>' }],
    ['a rate limit', 503, 'PROVIDER_UNAVAILABLE', { body: refused(40202, 'rate-limit per minute') }],
  ])(
    '%s of the vendor is %i %s, is charged, and does not reveal the password',
    async (_, status, code, reply) => {
      const caller = await newCaller()
      vendor.reply = () => reply
      const answer = await call(ESTIMATE, caller)
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
      expect(answer.text).not.toContain(PASSWORD)
      expect(await creditsOf(caller.id)).toBe(60)
    },
  )

  it('a country without data is refused without a charge', async () => {
    const { id, key, json, headers } = await newCaller()
    for (const country of ['RU', 'CN']) {
      const { status, body } = await call(ESTIMATE, { key, headers, json: { ...json, country } })
      expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST'])
      expect(body.details.fieldErrors.country).toContain('you were not charged')
    }
    expect(vendor.requests).toHaveLength(0)
    expect(await creditsOf(id)).toBe(100)
  })
})

it.each([
  ['without credentials', {}],
  ['with one of two', { DATAFORSEO_LOGIN: 'tester@seo.example' }],
])('%s there is no source: 503 without a charge', async (_, environment) => {
  const unconfigured = await createWorld({ workers: false, demo: false, environment })
  try {
    const { id } = await unconfigured.organization({ credits: 100 })
    const { key } = await unconfigured.organizationKey(id)
    const client = await createClient(unconfigured)
    const { status, body } = await client(ESTIMATE, {
      key,
      json: { keyword: 'task manager', country: 'US' },
      headers: { 'Idempotency-Key': 'once' },
    })
    expect([status, body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    const { creditBalance } = await unconfigured.operator.db.prisma.organization.findUniqueOrThrow({
      where: { id },
    })
    expect(creditBalance).toBe(100)
  } finally {
    await unconfigured.close()
  }
})
