import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { sweepIdempotency } from '../../src/core/idempotency/claim.ts'
import type { VolumeSource } from '../../src/core/provider-port/volume-source.ts'
import { estimateSearchVolume } from '../../src/core/search-volume/estimate.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

const ESTIMATE = 'POST /v1/search-volume'
const FIGURE = { method: 'ai_search_volume', asOf: '2026-09' } as const
const HOUR = 3_600_000

let requestCount = 0
let nextEstimate: VolumeSource['estimate']
const source: VolumeSource = {
  id: 'double',
  countries: '*',
  estimate: (question) => {
    requestCount += 1
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
beforeEach(async () => {
  await world.operator.db.prisma.volumeEstimate.deleteMany({})
  requestCount = 0
  nextEstimate = async () => ({ ...FIGURE, monthlyVolume: 5_400, confidence: 'medium' })
})

async function newCaller(credits = 400) {
  const { id: organizationId } = await world.organization({ credits })
  const { id: keyId, key } = await world.organizationKey(organizationId)
  const clock = { now: new Date() }
  const ctx: AppCtx = {
    ...world.operator,
    now: () => clock.now,
    actor: { type: 'key', keyId, organizationId, projectId: null, scopes: ['read', 'run', 'write'] },
  }
  const json = { keyword: 'task manager', country: 'US' }
  const request = { key, json, headers: { 'Idempotency-Key': 'once' } }
  return {
    organizationId,
    request,
    clock,
    ctx,
    estimate: (idempotencyKey = 'once') => estimateSearchVolume({ ctx, input: json, idempotencyKey }),
    async credits() {
      const { prisma } = world.operator.db
      const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
      return creditBalance
    },
  }
}

describe('the same idempotency key and input', () => {
  it('return the stored response byte for byte, without a charge', async () => {
    const { request, credits } = await newCaller()
    const first = await call(ESTIMATE, request)
    const second = await call(ESTIMATE, { ...request, json: { ...request.json, keyword: ' task manager ' } })
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(first.headers.get('Idempotent-Replayed')).toBeNull()
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect([await credits(), requestCount]).toEqual([360, 1])
  })

  it('return it even if no credits are left', async () => {
    const { request } = await newCaller(40)
    await call(ESTIMATE, request)
    expect((await call(ESTIMATE, request)).status).toBe(200)
  })

  it('sent a hundred times concurrently cause one charge and one response', async () => {
    const { request, credits } = await newCaller()
    const answers = await Promise.all(Array.from({ length: 100 }, () => call(ESTIMATE, request)))
    const first = answers.filter(
      ({ status, headers }) => status === 200 && !headers.has('Idempotent-Replayed'),
    )
    expect(first).toHaveLength(1)
    for (const { status, text, body } of answers) {
      if (status === 200) expect(text).toBe(first[0]?.text)
      else expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
    }
    expect([await credits(), requestCount]).toEqual([360, 1])
  })

  it('sent with thirty different keys concurrently are charged as often as the credits allow', async () => {
    const { request, credits } = await newCaller(1_000)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call(ESTIMATE, { ...request, headers: { 'Idempotency-Key': `key-${index}` } }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(25)
    expect(statuses.filter((status) => status === 403)).toHaveLength(5)
    expect(await credits()).toBe(0)
  })

  it('from another organization are a separate request', async () => {
    const first = await newCaller()
    const second = await newCaller()
    await call(ESTIMATE, first.request)
    const { headers } = await call(ESTIMATE, second.request)
    expect(headers.get('Idempotent-Replayed')).toBeNull()
    expect([await first.credits(), await second.credits()]).toEqual([360, 360])
  })

  it('are a CONFLICT while the first request is running, and return its response afterwards', async () => {
    const { request, credits } = await newCaller()
    let markStarted = () => {}
    const started = new Promise<void>((resolve) => {
      markStarted = resolve
    })
    let finish = () => {}
    nextEstimate = () =>
      new Promise((resolve) => {
        finish = () => resolve({ ...FIGURE, monthlyVolume: 10, confidence: 'low' })
        markStarted()
      })
    const first = call(ESTIMATE, request)
    await started
    const second = await call(ESTIMATE, request)
    expect([second.status, second.body.error.code]).toEqual([409, 'CONFLICT'])
    finish()
    expect((await first).status).toBe(200)
    expect((await call(ESTIMATE, request)).text).toBe((await first).text)
    expect(await credits()).toBe(360)
  })
})

describe('the same idempotency key with different input', () => {
  it.each([{ keyword: 'other' }, { country: 'DE' }])(
    '(%j) is a CONFLICT, without a charge',
    async (change) => {
      const { request, credits } = await newCaller()
      await call(ESTIMATE, request)
      const { status, body } = await call(ESTIMATE, { ...request, json: { ...request.json, ...change } })
      expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
      expect([await credits(), requestCount]).toEqual([360, 1])
    },
  )
})

describe('a request interrupted by a crash', () => {
  it('is resumed after a minute, without a second charge', async () => {
    const { estimate, clock, credits, ctx } = await newCaller()
    const broken: AppCtx = {
      ...ctx,
      // Simulates a crash after the charge: no response is stored.
      db: { ...ctx.db, pool: { query: () => Promise.reject(new Error('gone')) } as never },
    }
    const input = { keyword: 'task manager', country: 'US' }
    await expect(estimateSearchVolume({ ctx: broken, input, idempotencyKey: 'once' })).rejects.toThrow('gone')
    expect(await credits()).toBe(360)
    clock.now = new Date(clock.now.getTime() + 59_000)
    await expect(estimate()).rejects.toMatchObject({ code: 'CONFLICT' })
    clock.now = new Date(clock.now.getTime() + 2_000)
    const outcomes = await Promise.allSettled([estimate(), estimate(), estimate()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    expect(await estimate()).toMatchObject({ replayed: true })
    expect(await credits()).toBe(360)
  })

  it('and one that was only slow return the same response', async () => {
    const { estimate, clock, credits } = await newCaller()
    let finish = () => {}
    let markStarted = () => {}
    const started = new Promise<void>((resolve) => {
      markStarted = resolve
    })
    nextEstimate = () =>
      new Promise((resolve) => {
        finish = () => resolve({ ...FIGURE, monthlyVolume: 1, confidence: 'low' })
        markStarted()
      })
    const slow = estimate()
    await started
    nextEstimate = async () => ({ ...FIGURE, monthlyVolume: 2, confidence: 'low' })
    clock.now = new Date(clock.now.getTime() + 61_000)
    const resumed = await estimate()
    finish()
    expect((await slow).estimate).toEqual(resumed.estimate)
    expect(await credits()).toBe(360)
  })
})

describe('the response to an idempotency key', () => {
  it('is stored for 24 hours; after that the key counts as new', async () => {
    const { estimate, clock, credits } = await newCaller()
    await estimate()
    clock.now = new Date(clock.now.getTime() + 24 * HOUR - 1)
    expect(await estimate()).toMatchObject({ replayed: true })
    clock.now = new Date(clock.now.getTime() + 1)
    expect(await estimate()).toMatchObject({ replayed: false, estimate: { cached: true } })
    expect(await estimate()).toMatchObject({ replayed: true })
    expect(await credits()).toBe(320)
  })

  it('is deleted by the sweep once it has expired', async () => {
    const { estimate, clock, ctx, organizationId } = await newCaller()
    await estimate()
    const countRecords = () => world.operator.db.prisma.idempotencyRecord.count({ where: { organizationId } })
    await sweepIdempotency({ ctx })
    expect(await countRecords()).toBe(1)
    clock.now = new Date(clock.now.getTime() + 24 * HOUR)
    await sweepIdempotency({ ctx })
    expect(await countRecords()).toBe(0)
  })
})
