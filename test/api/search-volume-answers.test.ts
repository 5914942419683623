import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { VolumeError, type VolumeSource } from '../../src/core/provider-port/volume-source.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

const ESTIMATE = 'POST /v1/search-volume'
const FIGURE = { method: 'ai_search_volume', asOf: '2026-09' } as const
const GOOD = { keyword: 'task manager', country: 'US' }

/** Questions to the fake source, which answers with `nextEstimate`. */
const questions: string[] = []
let nextEstimate: VolumeSource['estimate']
const source: VolumeSource = {
  id: 'double',
  countries: '*',
  estimate: (question) => {
    questions.push(`${question.keyword} ${question.country}`)
    return nextEstimate(question)
  },
}

let world: World
let call: Client
beforeAll(async () => {
  world = await createWorld({ workers: false })
  world.application.services.deps.volume = source
  call = await createClient(world)
})
afterAll(() => world?.close())
beforeEach(() => {
  questions.length = 0
  nextEstimate = async () => ({ ...FIGURE, monthlyVolume: 5_400, confidence: 'medium' })
})

let count = 0
/** Creates a key, and a keyword that no other test has in the cache. */
async function newCaller(credits = 100) {
  const { id } = await world.organization({ credits })
  const { key } = await world.organizationKey(id)
  count += 1
  return {
    id,
    key,
    json: { ...GOOD, keyword: `task manager ${count}` },
    headers: { 'Idempotency-Key': 'once' },
  }
}

async function creditsOf(id: string): Promise<number> {
  const { creditBalance } = await world.operator.db.prisma.organization.findUniqueOrThrow({ where: { id } })
  return creditBalance
}

describe('an estimate', () => {
  it('has its source and its price, and is charged', async () => {
    const { id, key, json, headers } = await newCaller()
    const {
      status,
      body,
      headers: answered,
    } = await call(ESTIMATE, {
      key,
      headers,
      json: { ...json, keyword: `  ${json.keyword} ` },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        ...json,
        monthlyVolume: 5_400,
        confidence: 'medium',
        ...FIGURE,
        source: 'double',
        cached: false,
        creditsCharged: 40,
      },
    })
    expect(answered.get('Idempotent-Replayed')).toBeNull()
    expect(await creditsOf(id)).toBe(60)
    const entry = await world.operator.db.prisma.creditEntry.findFirst({
      where: { organizationId: id, kind: 'charge' },
    })
    expect(entry).toMatchObject({ credits: 40, amount: -40, balanceAfter: 60 })
  })

  it('is requested once in 30 days, across organizations and letter cases, and costs the same each time', async () => {
    const first = await newCaller()
    await call(ESTIMATE, first)
    const second = await newCaller()
    const json = { ...first.json, keyword: first.json.keyword.toUpperCase() }
    const { body } = await call(ESTIMATE, { ...second, json })
    expect(body.data).toMatchObject({ keyword: json.keyword, cached: true, creditsCharged: 40 })
    expect(questions).toHaveLength(1)
    expect(await creditsOf(second.id)).toBe(60)
    await world.operator.db.prisma.volumeEstimate.updateMany({ data: { expiresAt: new Date() } })
    const { body: later } = await call(ESTIMATE, { ...second, headers: { 'Idempotency-Key': 'later' } })
    expect(later.data.cached).toBe(false)
  })

  it('differs by country', async () => {
    const { key, json, headers } = await newCaller()
    await call(ESTIMATE, { key, json, headers })
    await call(ESTIMATE, { key, json: { ...json, country: 'DE' }, headers: { 'Idempotency-Key': 'two' } })
    expect(questions).toEqual([`${json.keyword} US`, `${json.keyword} DE`])
  })

  it('of zero is 0, not missing', async () => {
    nextEstimate = async () => ({ ...FIGURE, monthlyVolume: 0, confidence: 'high' })
    const { status, body } = await call(ESTIMATE, await newCaller())
    expect([status, body.data.monthlyVolume]).toEqual([200, 0])
  })

  it('can be simulated, and is marked as simulated', async () => {
    const simulated = await createWorld({ workers: false })
    try {
      const { id } = await simulated.organization({ credits: 80 })
      const { key } = await simulated.organizationKey(id)
      const callSimulated = await createClient(simulated)
      const { body } = await callSimulated(ESTIMATE, { key, json: GOOD, headers: { 'Idempotency-Key': 'a' } })
      expect(body.data).toMatchObject({ source: 'simulated', confidence: 'low' })
      const keyword = 'which task manager is the best one for a small team'
      const json = { ...GOOD, keyword }
      const none = await callSimulated(ESTIMATE, { key, json, headers: { 'Idempotency-Key': 'b' } })
      expect(none.status).toBe(404)
    } finally {
      await simulated.close()
    }
  })
})

describe('without an estimate', () => {
  it('the response is NOT_FOUND, which is charged and cached', async () => {
    nextEstimate = async () => null
    const { id, key, json, headers } = await newCaller()
    const { status, body } = await call(ESTIMATE, { key, json, headers })
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
    const again = await call(ESTIMATE, { key, json, headers: { 'Idempotency-Key': 'two' } })
    expect(again.status).toBe(404)
    expect(questions).toHaveLength(1)
    expect(await creditsOf(id)).toBe(20)
  })

  it.each<[number, string, Error]>([
    [502, 'UPSTREAM_ERROR', new VolumeError('failed', 'password=hunter2')],
    [502, 'UPSTREAM_ERROR', new TypeError('password=hunter2')],
    [503, 'PROVIDER_UNAVAILABLE', new VolumeError('unavailable', 'later', { retryAfter: 2_400 })],
    [504, 'UPSTREAM_TIMEOUT', new VolumeError('timeout', 'too slow')],
  ])(
    'a failure of the source is %i %s: charged, replayed for the same idempotency key, and not cached for other keys',
    async (status, code, error) => {
      nextEstimate = () => Promise.reject(error)
      const caller = await newCaller()
      const failed = await call(ESTIMATE, caller)
      expect([failed.status, failed.body.error.code]).toEqual([status, code])
      expect(failed.text).not.toContain('hunter2')
      if (status === 503) expect(failed.headers.get('Retry-After')).toBe('3')
      expect(await creditsOf(caller.id)).toBe(60)

      nextEstimate = async () => ({ ...FIGURE, monthlyVolume: 10, confidence: 'low' })
      const replayed = await call(ESTIMATE, caller)
      expect([replayed.status, replayed.text]).toEqual([status, failed.text])
      expect(replayed.headers.get('Idempotent-Replayed')).toBe('true')
      expect(replayed.headers.get('Retry-After')).toBe(failed.headers.get('Retry-After'))
      expect(await creditsOf(caller.id)).toBe(60)
      const retried = await call(ESTIMATE, { ...caller, headers: { 'Idempotency-Key': 'other' } })
      expect(retried.status).toBe(200)
    },
  )

  it('the response is 503 if no source is configured, which is neither charged nor stored', async () => {
    const { deps } = world.application.services
    const caller = await newCaller()
    try {
      deps.volume = null
      const { status, body } = await call(ESTIMATE, caller)
      expect([status, body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
      expect(await creditsOf(caller.id)).toBe(100)
    } finally {
      deps.volume = source
    }
    expect((await call(ESTIMATE, caller)).status).toBe(200)
  })
})
