import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { HAS_REDIS_SERVER } from './own-redis.ts'
import { REDIS_LOSSES } from './redis-losses.ts'
import { openSplitService, type SplitService } from './split-service.ts'

/** More analyses than the sweep handles with one statement. */
const MANY = 110

describe.skipIf(!HAS_REDIS_SERVER).each(REDIS_LOSSES)('while Redis is $what', ({ take, bring }) => {
  let service: SplitService
  let away = false

  const lose = async () => {
    away = true
    await take(service)
  }
  const restore = async () => {
    await bring(service)
    away = false
  }

  beforeAll(async () => {
    service = await openSplitService({ LOG_LEVEL: 'warn' })
  })
  afterEach(async () => {
    if (away) await restore()
    service.model.answer(10_000)
    await eventually(async () => expect(await service.readiness()).toEqual([200, 200]))
    await service.allEnded()
  })
  afterAll(() => service.close())

  it('analyses can be started and read, and all of them finish when Redis is back: no question is lost, asked twice or charged incorrectly', async () => {
    const { model } = service
    model.hold()
    const halfDone = await service.start(Array.from({ length: 24 }, (_, n) => `half done ${n}`))
    await model.waiting(2)
    await lose()
    const first = await service.start(['first'])
    model.answer(10_000)
    for (const [path, init] of service.reads(first))
      expect((await service.send(path, init)).status, path).toBe(200)
    const many: string[] = []
    while (many.length < MANY)
      many.push(
        ...(await Promise.all(Array.from({ length: 10 }, (_, n) => service.start([`${many.length + n}`])))),
      )
    await restore()
    for (const analysisId of [halfDone, first, ...many])
      expect(await service.ended(analysisId)).toBe('completed')
    const asked = [...model.asked.values()]
    expect(asked).toHaveLength(24 + MANY + 1)
    expect(asked.filter((times) => times > 1)).toEqual([])
    expect(await service.creditsAdrift()).toBe(0)
  }, 90_000)

  it('/readyz of gateway and worker reports it, and both become ready again afterwards; each logs the loss and the return once', async () => {
    const { gateway, worker } = service
    for (const process of [gateway, worker]) process.output.length = 0
    await lose()
    for (const { url } of [gateway, worker]) {
      const response = await fetch(`${url}/readyz`)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('1')
      expect(await response.json()).toEqual({
        status: 'unavailable',
        parts: { database: 'ok', redis: 'unavailable' },
      })
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    }
    await Promise.all(Array.from({ length: 10 }, (_, n) => service.start([`logged ${n}`])))
    await restore()
    await eventually(async () => expect(await service.readiness()).toEqual([200, 200]))
    for (const process of [gateway, worker]) {
      await eventually(() => expect(process.output.join('')).toContain('available again'))
      expect(process.output.join('').match(/"msg":"[^"]*/g)).toEqual([
        expect.stringMatching(/^"msg":"Redis cannot be reached: ./),
        expect.stringMatching(/^"msg":"Redis is available again after \d+\.\d s/),
      ])
    }
  }, 60_000)

  it('existing and new subscriptions report the end of an analysis', async () => {
    const { model } = service
    model.hold()
    const analysisId = await service.start(['followed'])
    await model.waiting(1)
    const open = await service.follow(analysisId)
    await lose()
    const opened = await service.follow(analysisId)
    model.answer(10_000)
    for (const stream of [open, opened]) expect(await stream.text()).toContain('"status":"COMPLETED"')
  }, 60_000)

  it('each process applies rate limits on its own', async () => {
    await lose()
    const counted = await service.send('/v1/credits/unknown')
    const preflight = await service.send('/v1/project', { method: 'OPTIONS' })
    for (const { headers } of [counted, preflight]) {
      const remaining = Number(headers.get('x-ratelimit-remaining'))
      expect(remaining).toBeGreaterThan(0)
      expect(remaining).toBeLessThanOrEqual(1_000_000)
      expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000 - 1)
    }
  }, 60_000)
})
