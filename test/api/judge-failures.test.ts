import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reserveTokens, settleTokens } from '../../src/core/judgements/budget.ts'
import { labelling, saying } from '../faults/judge-server.ts'
import { contentOf, type JudgeProject, type JudgeSetup, openJudgeSetup } from './judge-setup.ts'

let setup: JudgeSetup
beforeAll(async () => {
  setup = await openJudgeSetup()
})
afterAll(() => setup?.close())
beforeEach(() => setup.reset())

describe("a judge's response that", () => {
  it.each<[string, () => void, number]>([
    ['has no labels', () => setup.server.answer(saying('Acme is dependable, sk-secret!')), 740],
    ['invents labels', () => setup.server.answer(labelling('superb', 'primary')), 740],
    ['is a refusal', () => setup.server.answer(saying(null)), 740],
    [
      'is not a completion',
      () => setup.server.answer((_, response) => response.end('<html>Acme is dependable')),
      0,
    ],
    ['is an error', () => setup.server.answer(failing(500)), 0],
    ['refuses the key', () => setup.server.answer(failing(401)), 0],
    ['refuses the question', () => setup.server.answer(failing(400)), 0],
    ['never comes', () => setup.useJudge({ baseUrl: 'http://127.0.0.1:9/v1' }), 0],
  ])('%s keeps the rule-based labels, and the unit succeeds', async (_, arrange, tokens) => {
    const project = await setup.project()
    const before = await setup.unjudged(project, 'Which is best?')
    setup.useJudge()
    arrange()
    const after = await setup.resultOf(project, 'Which is best?')
    expect(contentOf(after)).toEqual(contentOf(before))
    expect(after.judge).toBeNull()
    expect(await setup.usageOf(project)).toEqual([tokens])
    expect(setup.logged).toEqual([expect.stringContaining('not judged')])
    expect(setup.logged.join()).not.toMatch(/secret|dependable/)
  })

  it('comes too late keeps the rule-based labels, and its estimated tokens are counted', async () => {
    const project = await setup.project()
    setup.useJudge({ timeout: 50 })
    setup.server.answer(() => {})
    expect(await setup.resultOf(project, 'Which is best?')).toMatchObject({ status: 'ok', judge: null })
    expect((await setup.usageOf(project))[0]).toBeGreaterThan(400)
    expect(setup.logged).toEqual([expect.stringContaining('not judged')])
  })

  const failing = (status: number) => (_: unknown, response: ServerResponse, body: string) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    // Some servers echo requests that they cannot parse.
    response.end(JSON.stringify({ error: { message: `sk-secret: ${body}` } }))
  }
})

describe('the daily token budget of the judge', () => {
  it('allows no request if it is zero', async () => {
    const project = await setup.project()
    setup.useJudge({ dailyTokens: 0 })
    expect(await setup.resultOf(project, 'Which is best?')).toMatchObject({ status: 'ok', judge: null })
    expect(setup.server.asked).toEqual([])
    expect(setup.logged).toEqual([expect.stringContaining("today's budget is too small")])
  })

  it('is never exceeded by fifty concurrent units, and each unit is still answered', async () => {
    setup.server.answer(labelling('negative', 'discouraged', { usage: null }))
    const sample = await setup.project()
    await setup.resultOf(sample, 'Which is best?')
    const [estimate = 0] = await setup.usageOf(sample)
    expect(estimate).toBeGreaterThan(400)
    const project = await setup.project()
    setup.useJudge({ dailyTokens: Math.floor(estimate * 7.5) })
    setup.server.asked.length = 0
    const analyses = await Promise.all(
      [1, 2, 3, 4, 5].map(() => setup.analyze(project, ['Which is best?'], { replicates: 10 })),
    )
    expect(analyses.map(({ status }) => status)).toEqual(Array(5).fill('completed'))
    const all = analyses.flatMap(({ results }) => results)
    expect(all.filter(({ judge }) => judge)).toHaveLength(7)
    expect(all).toHaveLength(50)
    expect(setup.server.asked).toHaveLength(7)
    expect(await setup.usageOf(project)).toEqual([estimate * 7])
  })

  it('grants exactly as many of fifty concurrent reservations as there are tokens, per day and organization', async () => {
    const { db } = setup.world.operator
    const [first, second] = [await setup.project(), await setup.project()]
    const unitOf = async ({ organizationId }: JudgeProject) =>
      (await db.prisma.result.findFirstOrThrow({ where: { batch: { organizationId } } })).id
    for (const project of [first, second]) await setup.unjudged(project, 'Who is there?')
    const unitId = await unitOf(first)
    const at = new Date('2026-03-02T23:59:59.999Z')
    const reserve = (more: object = {}) =>
      reserveTokens(db, { unitId, tokens: 100, limit: 1_000, at, ...more })
    const granted = await Promise.all(Array.from({ length: 50 }, () => reserve()))
    const reservations = granted.flatMap((reservation) => reservation ?? [])
    expect(reservations).toHaveLength(10)
    expect(await setup.usageOf(first)).toEqual([1_000])
    expect(await reserve({ at: new Date('2026-03-03T00:00:00Z') })).toMatchObject({ day: '2026-03-03' })
    expect(await reserve({ unitId: await unitOf(second) })).not.toBeNull()
    expect(await reserve({ tokens: 1_001, at: new Date('2026-03-04T00:00:00Z') })).toBeNull()
    // Settling returns unused tokens at once.
    await Promise.all(reservations.map((reservation) => settleTokens(db, reservation, 60)))
    expect(await reserve({ tokens: 400 })).not.toBeNull()
    expect(await reserve({ tokens: 1 })).toBeNull()
  })
})
