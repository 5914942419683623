import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reserveTokens, settleTokens } from '../../src/core/judgements/budget.ts'
import { labelling, saying } from '../faults/judge-server.ts'
import { type JudgePlace, type JudgeProject, openJudgePlace, saidIn } from './judge-place.ts'

let place: JudgePlace
beforeAll(async () => {
  place = await openJudgePlace()
})
afterAll(() => place?.close())
beforeEach(() => place.reset())

describe('an answer that', () => {
  it.each<[string, () => void, number]>([
    ['is no labels', () => place.server.answer(saying('Acme is dependable, sk-secret!')), 740],
    ['invents labels', () => place.server.answer(labelling('superb', 'primary')), 740],
    ['is a refusal', () => place.server.answer(saying(null)), 740],
    ['is not one', () => place.server.answer((_, response) => response.end('<html>Acme is dependable')), 0],
    ['is an error', () => place.server.answer(failing(500)), 0],
    ['refuses the key', () => place.server.answer(failing(401)), 0],
    ['refuses the question', () => place.server.answer(failing(400)), 0],
    ['never comes', () => place.useJudge({ baseUrl: 'http://127.0.0.1:9/v1' }), 0],
  ])('%s leaves the reading to the rules, and its unit succeeds', async (_, arrange, tokens) => {
    const project = await place.project()
    const before = await place.unjudged(project, 'Which is best?')
    place.useJudge()
    arrange()
    const after = await place.resultOf(project, 'Which is best?')
    expect(saidIn(after)).toEqual(saidIn(before))
    expect(after.judge).toBeNull()
    expect(await place.usageOf(project)).toEqual([tokens])
    expect(place.logged).toEqual([expect.stringContaining('not judged')])
    expect(place.logged.join()).not.toMatch(/secret|dependable/)
  })

  it('comes too late leaves the reading to the rules; what it may have cost is paid', async () => {
    const project = await place.project()
    place.useJudge({ timeout: 50 })
    place.server.answer(() => {})
    expect(await place.resultOf(project, 'Which is best?')).toMatchObject({ status: 'ok', judge: null })
    expect((await place.usageOf(project))[0]).toBeGreaterThan(400)
    expect(place.logged).toEqual([expect.stringContaining('not judged')])
  })

  const failing = (status: number) => (_: unknown, response: ServerResponse, body: string) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    // As servers do that repeat what they did not understand.
    response.end(JSON.stringify({ error: { message: `sk-secret: ${body}` } }))
  }
})

describe('the budget', () => {
  it('of nothing asks nobody', async () => {
    const project = await place.project()
    place.useJudge({ dailyTokens: 0 })
    expect(await place.resultOf(project, 'Which is best?')).toMatchObject({ status: 'ok', judge: null })
    expect(place.server.asked).toEqual([])
    expect(place.logged).toEqual([expect.stringContaining('no budget')])
  })

  it('is never overrun by fifty units at once, and each of them is answered', async () => {
    place.server.answer(labelling('negative', 'discouraged', { usage: null }))
    const one = await place.project()
    await place.resultOf(one, 'Which is best?')
    const [estimate = 0] = await place.usageOf(one)
    expect(estimate).toBeGreaterThan(400)
    const project = await place.project()
    place.useJudge({ dailyTokens: Math.floor(estimate * 7.5) })
    place.server.asked.length = 0
    const analyses = await Promise.all(
      [1, 2, 3, 4, 5].map(() => place.analyse(project, ['Which is best?'], 10)),
    )
    expect(analyses.map(({ status }) => status)).toEqual(Array(5).fill('completed'))
    const all = analyses.flatMap(({ results }) => results)
    expect(all.filter(({ judge }) => judge)).toHaveLength(7)
    expect(all).toHaveLength(50)
    expect(place.server.asked).toHaveLength(7)
    expect(await place.usageOf(project)).toEqual([estimate * 7])
  })

  it('is reserved by as many of fifty at once as it suffices for, by day and by organization', async () => {
    const { db } = place.world.operator
    const [first, second] = [await place.project(), await place.project()]
    const unitOf = async ({ organizationId }: JudgeProject) =>
      (await db.prisma.result.findFirstOrThrow({ where: { batch: { organizationId } } })).id
    for (const project of [first, second]) await place.unjudged(project, 'Who is there?')
    const unitId = await unitOf(first)
    const at = new Date('2026-03-02T23:59:59.999Z')
    const reserve = (more: object = {}) =>
      reserveTokens(db, { unitId, tokens: 100, limit: 1_000, at, ...more })
    const got = await Promise.all(Array.from({ length: 50 }, () => reserve()))
    const reservations = got.flatMap((reservation) => reservation ?? [])
    expect(reservations).toHaveLength(10)
    expect(await place.usageOf(first)).toEqual([1_000])
    expect(await reserve({ at: new Date('2026-03-03T00:00:00Z') })).toMatchObject({ day: '2026-03-03' })
    expect(await reserve({ unitId: await unitOf(second) })).not.toBeNull()
    expect(await reserve({ tokens: 1_001, at: new Date('2026-03-04T00:00:00Z') })).toBeNull()
    // What was not used is free again, at once.
    await Promise.all(reservations.map((reservation) => settleTokens(db, reservation, 60)))
    expect(await reserve({ tokens: 400 })).not.toBeNull()
    expect(await reserve({ tokens: 1 })).toBeNull()
  })
})
