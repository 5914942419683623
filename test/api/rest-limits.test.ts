import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

const LIMIT = 60

let world: World
let call: Client
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: String(LIMIT) }, workers: false })
  call = await createClient(world)
})
afterAll(() => world?.close())

async function newKey(): Promise<string> {
  const { id: organizationId } = await world.organization()
  return (await world.organizationKey(organizationId)).key
}

it('exactly 60 of 200 concurrent requests are allowed, and the others get the time to wait', async () => {
  const key = await newKey()
  const before = Math.floor(Date.now() / 1_000)
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => call('GET /v1/async-analysis/aa_0', { key })),
  )
  const passed = answers.filter(({ status }) => status === 404)
  const refused = answers.filter(({ status }) => status === 429)
  expect([passed.length, refused.length]).toEqual([LIMIT, 200 - LIMIT])
  // Each allowed request was counted once.
  expect(
    passed.map(({ headers }) => Number(headers.get('X-RateLimit-Remaining'))).sort((a, b) => a - b),
  ).toEqual(Array.from({ length: LIMIT }, (_, left) => left))
  for (const { body, headers } of refused) {
    expect(body).toEqual({ error: { code: 'RATE_LIMITED', message: expect.any(String) } })
    expect(headers.get('X-RateLimit-Limit')).toBe(String(LIMIT))
    expect(headers.get('X-RateLimit-Remaining')).toBe('0')
    const wait = Number(headers.get('Retry-After'))
    expect(wait).toBeLessThanOrEqual(60)
    const reset = Number(headers.get('X-RateLimit-Reset'))
    expect(reset).toBeGreaterThanOrEqual(before)
    expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 60)
  }
})

it('a key above its limit gets 429 before any other check, and does not affect other keys', async () => {
  const [key, otherKey] = [await newKey(), await newKey()]
  await Promise.all(Array.from({ length: LIMIT }, () => call('GET /v1/nowhere', { key })))
  expect((await call('GET /v1/project', { key })).status).toBe(429)
  expect((await call('GET /v1/nowhere', { key })).status).toBe(429)
  expect(
    (await call('POST /v1/async-analysis', { key, body: '{', headers: { 'Content-Type': 'text/plain' } }))
      .status,
  ).toBe(429)
  expect((await call('GET /v1/project', { key: otherKey })).status).toBe(403)
})

it('requests without a valid key are counted per client address, whatever key they try', async () => {
  const tries = Array.from({ length: 100 }, (_, n) =>
    call('GET /v1/project', { key: `svc_${'B'.repeat(50)}${10 + (n % 90)}` }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT)
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - LIMIT)
  expect((await call('GET /v1/project', { key: await newKey() })).status).toBe(403)
})

it('the OpenAPI document does not count toward the rate limit', async () => {
  const responses = await Promise.all(Array.from({ length: 80 }, () => fetch(`${world.url}/v1/openapi.json`)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  await Promise.all(responses.map((response) => response.body?.cancel()))
})
