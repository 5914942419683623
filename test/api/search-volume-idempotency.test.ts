import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../src/core/context.ts'
import { sweepIdempotency } from '../../src/core/idempotency/claim.ts'
import { estimateSearchVolume } from '../../src/core/search-volume/estimate.ts'
import type { VolumeSource } from '../../src/providers/volume-source.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

const ESTIMATE = 'POST /v1/search-volume'
const FIGURE = { method: 'ai_search_volume', asOf: '2026-09' } as const
const HOUR = 3_600_000

let asked = 0
let nextEstimate: VolumeSource['estimate']
const source: VolumeSource = {
  id: 'double',
  countries: '*',
  estimate: (question) => {
    asked += 1
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
  asked = 0
  nextEstimate = async () => ({ ...FIGURE, monthlyVolume: 5_400, confidence: 'medium' })
})

async function newCaller(credits = 400) {
  const { id: organizationId } = await world.organization({ credits })
  const { id: keyId, key } = await world.organizationKey(organizationId)
  const clock = { now: new Date() }
  const ctx: Ctx = {
    ...world.operator,
    now: () => clock.now,
    actor: { type: 'key', keyId, organizationId, projectId: null, admin: false },
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
  it('return the stored answer byte for byte, without a charge', async () => {
    const { request, credits } = await newCaller()
    const first = await call(ESTIMATE, request)
    const second = await call(ESTIMATE, { ...request, json: { ...request.json, keyword: ' task manager ' } })
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(first.headers.get('Idempotent-Replayed')).toBeNull()
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect([await credits(), asked]).toEqual([360, 1])
  })

  it('return it even when no credits are left', async () => {
    const { request } = await newCaller(40)
    await call(ESTIMATE, request)
    expect((await call(ESTIMATE, request)).status).toBe(200)
  })

  it('sent a hundred times concurrently are one charge and one answer', async () => {
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
    expect([await credits(), asked]).toEqual([360, 1])
  })

  it('with thirty different keys concurrently are as many charges as there are credits for', async () => {
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

  it('from another organization are another request', async () => {
    const one = await newCaller()
    const other = await newCaller()
    await call(ESTIMATE, one.request)
    const { headers } = await call(ESTIMATE, other.request)
    expect(headers.get('Idempotent-Replayed')).toBeNull()
    expect([await one.credits(), await other.credits()]).toEqual([360, 360])
  })

  it('are CONFLICT while the first request is running, and return its answer afterwards', async () => {
    const { request, credits } = await newCaller()
    let begun = () => {}
    const began = new Promise<void>((resolve) => {
      begun = resolve
    })
    let finish = () => {}
    nextEstimate = () =>
      new Promise((resolve) => {
        finish = () => resolve({ ...FIGURE, monthlyVolume: 10, confidence: 'low' })
        begun()
      })
    const first = call(ESTIMATE, request)
    await began
    const second = await call(ESTIMATE, request)
    expect([second.status, second.body.error.code]).toEqual([409, 'CONFLICT'])
    finish()
    expect((await first).status).toBe(200)
    expect((await call(ESTIMATE, request)).text).toBe((await first).text)
    expect(await credits()).toBe(360)
  })
})

describe('the same idempotency key with other input', () => {
  it.each([{ keyword: 'other' }, { country: 'DE' }])('(%j) is CONFLICT, without a charge', async (change) => {
    const { request, credits } = await newCaller()
    await call(ESTIMATE, request)
    const { status, body } = await call(ESTIMATE, { ...request, json: { ...request.json, ...change } })
    expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
    expect([await credits(), asked]).toEqual([360, 1])
  })
})

describe('a request interrupted by a crash', () => {
  it('is resumed after a minute, without a second charge', async () => {
    const { estimate, clock, credits, ctx } = await newCaller()
    const broken: Ctx = {
      ...ctx,
      // As if the process ended after the charge: no answer is stored.
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

  it('and one that was only slow return the same answer', async () => {
    const { estimate, clock, credits } = await newCaller()
    let finish = () => {}
    let begun = () => {}
    const began = new Promise<void>((resolve) => {
      begun = resolve
    })
    nextEstimate = () =>
      new Promise((resolve) => {
        finish = () => resolve({ ...FIGURE, monthlyVolume: 1, confidence: 'low' })
        begun()
      })
    const slow = estimate()
    await began
    nextEstimate = async () => ({ ...FIGURE, monthlyVolume: 2, confidence: 'low' })
    clock.now = new Date(clock.now.getTime() + 61_000)
    const resumed = await estimate()
    finish()
    expect((await slow).estimate).toEqual(resumed.estimate)
    expect(await credits()).toBe(360)
  })
})

describe('the answer to an idempotency key', () => {
  it('is stored for 24 hours; after that the key is new', async () => {
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
    const kept = () => world.operator.db.prisma.idempotencyRecord.count({ where: { organizationId } })
    await sweepIdempotency({ ctx })
    expect(await kept()).toBe(1)
    clock.now = new Date(clock.now.getTime() + 24 * HOUR)
    await sweepIdempotency({ ctx })
    expect(await kept()).toBe(0)
  })
})
