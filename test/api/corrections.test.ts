import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, result as resultOfTool } from '../mcp/mcp-client.ts'
import { createWorld, type World } from '../world.ts'
import {
  correct,
  counted,
  extractAgain,
  measureAgain,
  projectWithRun,
  REMOVE,
  refusal,
  restResult,
  summaryOf,
  TEXT,
} from './corrected-run.ts'
import { ask, refusalOf } from './graphql-client.ts'
import { runWithAnswers } from './scripted-run.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
})
afterAll(() => world?.close())

describe('a correction', () => {
  it('is shown on every surface with what the analysis had read, and the metrics follow', async () => {
    const corrected = await projectWithRun(world)
    const [resultId = ''] = corrected.results
    expect(await counted(corrected)).toEqual([4, 0, 4])
    const { result } = await correct(corrected, {
      resultId,
      entityId: 'brand',
      sentiment: 'NEGATIVE',
      strength: 'DISCOURAGED',
    })
    expect(result).toMatchObject({
      databaseId: resultId,
      brand: {
        sentiment: { label: 'NEGATIVE', score: -1, probability: null },
        recommendation: { strength: 'DISCOURAGED', recommended: false },
      },
      corrections: [{ entityId: 'brand', sentiment: 'POSITIVE', strength: expect.any(String) }],
    })
    const shown = await restResult(corrected, resultId)
    expect(shown).toMatchObject({
      sentiment: { label: 'negative', score: -1 },
      recommendation: { strength: 'discouraged', recommended: false },
      corrections: [{ entityId: 'brand', sentiment: 'positive' }],
      answerKindProbability: expect.any(Number),
    })
    const [competitor] = shown.competitors
    expect(competitor).toMatchObject({
      sentimentProbability: expect.any(Number),
      recommendation: { probability: expect.any(Number), rankProbability: null },
    })
    expect(result.competitors[0]).toMatchObject({
      sentiment: { probability: competitor.sentimentProbability },
      recommendation: { probability: competitor.recommendation.probability },
    })
    const mcp = await connect({ url: world.url, key: corrected.project.key, protocol: '2026-07-28' })
    expect(await resultOfTool(mcp, 'get_answer', { resultId })).toMatchObject({
      sentiment: { label: 'negative' },
      checked: ['brand'],
    })
    await mcp.close()
    await measureAgain(corrected)
    expect(await counted(corrected)).toEqual([3, 1, 3])
  })

  it('of a competitor changes the labels and the metrics of this competitor only', async () => {
    const corrected = await projectWithRun(world)
    const [resultId = ''] = corrected.results
    const { competitorId: entityId } = corrected
    const { result } = await correct(corrected, {
      resultId,
      entityId,
      sentiment: 'POSITIVE',
      strength: 'AMONG',
    })
    expect(result).toMatchObject({
      brand: { sentiment: { label: 'POSITIVE' } },
      competitors: [
        { sentiment: { label: 'POSITIVE' }, recommendation: { strength: 'AMONG', recommended: true } },
      ],
      corrections: [{ entityId }],
    })
    await measureAgain(corrected)
    const [brand, boardly] = (await summaryOf(corrected)).entities
    expect([brand?.recommendationRate.numerator, boardly?.recommendationRate.numerator]).toEqual([4, 1])
  })

  it('survives a re-extraction, and the metrics agree', async () => {
    const corrected = await projectWithRun(world)
    const [resultId = '', confirmedId = ''] = corrected.results
    const labels = { sentiment: 'NEGATIVE', strength: 'MENTIONED_ONLY' }
    await correct(corrected, { resultId, entityId: 'brand', ...labels })
    await correct(corrected, { resultId: confirmedId, entityId: 'brand', sentiment: 'POSITIVE' })
    await measureAgain(corrected)
    const before = await counted(corrected)
    expect(before).toEqual([3, 1, 3])
    const reextraction = await extractAgain(corrected)
    expect(reextraction).toMatchObject({ status: 'completed', changes: { sentiment: 0, answers: 4 } })
    expect(await restResult(corrected, resultId)).toMatchObject({
      sentiment: { label: 'negative' },
      recommendation: { strength: 'mentioned_only' },
      corrections: [{ entityId: 'brand', sentiment: 'positive' }],
    })
    expect((await restResult(corrected, confirmedId)).corrections).toHaveLength(1)
    expect(await counted(corrected)).toEqual(before)
    await ask(world, corrected.project.key, REMOVE, { input: { resultId, entityId: 'brand' } })
    await measureAgain(corrected)
    expect(await counted(corrected)).toEqual([4, 0, 4])
  })

  it('that is made while a re-extraction is measured is kept', async () => {
    const corrected = await projectWithRun(world)
    const [resultId = ''] = corrected.results
    const { db } = world.operator
    let isCorrected = false
    const query = async (statement: { name?: string }) => {
      if (statement.name === 'metrics-input-reextracted' && !isCorrected) {
        isCorrected = true
        await correct(corrected, {
          resultId,
          entityId: 'brand',
          sentiment: 'NEGATIVE',
          strength: 'DISCOURAGED',
        })
      }
      return db.pool.query(statement as never)
    }
    const pool = Object.assign(Object.create(db.pool), { query })
    await extractAgain(corrected, { ...world.operator, db: { ...db, pool } })
    expect(isCorrected).toBe(true)
    expect(await restResult(corrected, resultId)).toMatchObject({ sentiment: { label: 'negative' } })
    expect(await counted(corrected)).toEqual([3, 1, 3])
  })

  it('is not applied to a text that is parsed differently later', async () => {
    const corrected = await projectWithRun(world)
    const [resultId = ''] = corrected.results
    await correct(corrected, { resultId, entityId: 'brand', sentiment: 'NEGATIVE', strength: 'DISCOURAGED' })
    const where = { resultId_entityId: { resultId, entityId: 'brand' } }
    await world.operator.db.prisma.labelCorrection.update({ where, data: { digest: 'of another text' } })
    await extractAgain(corrected)
    expect(await restResult(corrected, resultId)).toMatchObject({
      sentiment: { label: 'positive' },
      corrections: null,
    })
  })

  it('can be changed, and removing it restores the labels of the analysis', async () => {
    const corrected = await projectWithRun(world)
    const { key } = corrected.project
    const [resultId = ''] = corrected.results
    const original = await restResult(corrected, resultId)
    await correct(corrected, { resultId, entityId: 'brand', sentiment: 'NEGATIVE', strength: 'DISCOURAGED' })
    await correct(corrected, { resultId, entityId: corrected.competitorId, sentiment: 'MIXED' })
    const { result } = await correct(corrected, { resultId, entityId: 'brand', strength: 'MENTIONED_ONLY' })
    expect(result).toMatchObject({
      brand: { sentiment: { label: 'NEGATIVE' }, recommendation: { strength: 'MENTIONED_ONLY' } },
      corrections: expect.arrayContaining([
        { entityId: 'brand', sentiment: 'POSITIVE', strength: expect.any(String) },
      ]),
    })
    for (const entityId of ['brand', corrected.competitorId])
      await ask(world, key, REMOVE, { input: { resultId, entityId } })
    expect(await restResult(corrected, resultId)).toEqual(original)
    await ask(world, key, REMOVE, { input: { resultId, entityId: 'brand' } })
  })

  it('is in the audit log with the brand and the author', async () => {
    const corrected = await projectWithRun(world)
    const [resultId = ''] = corrected.results
    await correct(corrected, { resultId, entityId: 'brand', sentiment: 'POSITIVE' })
    await ask(world, corrected.project.key, REMOVE, { input: { resultId, entityId: 'brand' } })
    const entries = await world.operator.db.prisma.auditEntry.findMany({
      where: { organizationId: corrected.project.organizationId, action: { startsWith: 'labels.' } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action, target, actorType }) => [action, target, actorType])).toEqual([
      ['labels.corrected', 'Taskfern', 'key'],
      ['labels.restored', 'Taskfern', 'key'],
    ])
  })

  it('updates the comparison of the following run', async () => {
    const corrected = await projectWithRun(world, TEXT, 12)
    const following = await runWithAnswers(world, corrected.project, () => ({ text: TEXT }))
    const change = async () => {
      const { prisma } = world.operator.db
      const row = await prisma.batchMetric.findFirstOrThrow({
        where: { batchId: following, scope: 'all', entity: 'brand' },
      })
      return row.metrics as { changes?: { recommendationRate?: { difference: number | null } } }
    }
    expect((await change()).changes?.recommendationRate?.difference).toBe(0)
    const [resultId = ''] = corrected.results
    await correct(corrected, {
      resultId,
      entityId: 'brand',
      sentiment: 'NEUTRAL',
      strength: 'MENTIONED_ONLY',
    })
    await measureAgain(corrected)
    expect((await change()).changes?.recommendationRate?.difference).toBeCloseTo(1 / 12)
  })
})

describe('a correction is refused', () => {
  it('if praise is combined with advice against, or criticism with a recommendation', async () => {
    const corrected = await projectWithRun(world)
    const [resultId = ''] = corrected.results
    const brand = { resultId, entityId: 'brand' }
    expect(await refusal(corrected, { ...brand, sentiment: 'POSITIVE', strength: 'DISCOURAGED' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['strength'],
    })
    // The shown strength recommends the brand.
    expect(await refusal(corrected, { ...brand, sentiment: 'NEGATIVE' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['sentiment'],
    })
    expect(await refusal(corrected, { ...brand, strength: 'DISCOURAGED' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['strength'],
    })
    expect(await refusal(corrected, brand)).toEqual({ code: 'BAD_REQUEST', fields: ['sentiment'] })
  })

  it('for a brand that the answer does not mention, and one that is not tracked', async () => {
    const corrected = await projectWithRun(world, 'I recommend Taskfern.')
    const [resultId = ''] = corrected.results
    const labels = { resultId, sentiment: 'POSITIVE' }
    for (const entityId of [corrected.competitorId, '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d', 'nothing'])
      expect(await refusal(corrected, { ...labels, entityId })).toEqual({
        code: 'BAD_REQUEST',
        fields: ['entityId'],
      })
  })

  it('after the text was deleted, and for a result without an answer', async () => {
    const corrected = await projectWithRun(world)
    const [resultId = '', refused = ''] = corrected.results
    const { prisma } = world.operator.db
    await prisma.answer.update({ where: { resultId }, data: { text: null } })
    await prisma.result.update({
      where: { id: refused },
      data: { status: 'refused', observation: undefined },
    })
    const labels = { entityId: 'brand', sentiment: 'POSITIVE' }
    expect(await refusal(corrected, { resultId, ...labels })).toEqual({ code: 'CONFLICT' })
  })

  it('for another organization, another project, a key that may only read, and a missing result', async () => {
    const corrected = await projectWithRun(world)
    const other = await projectWithRun(world)
    const [resultId = ''] = corrected.results
    const input = { resultId, entityId: 'brand', sentiment: 'POSITIVE' }
    const { organizationId } = corrected.project
    const { key: sibling } = await world.projectKey((await world.project({ organizationId })).id)
    const { key: reader } = await world.projectKey(corrected.project.projectId, { preset: 'read_only' })
    expect(await refusal(corrected, input, other.project.key)).toEqual({ code: 'NOT_FOUND' })
    expect(await refusal(corrected, input, sibling)).toEqual({ code: 'NOT_FOUND' })
    expect(await refusal(corrected, input, reader)).toEqual({ code: 'FORBIDDEN' })
    const missing = { ...input, resultId: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d' }
    expect(await refusal(corrected, missing)).toEqual({ code: 'NOT_FOUND' })
    const removal = { resultId, entityId: 'brand' }
    expect(await refusalOf(world, other.project.key, REMOVE, removal)).toEqual({ code: 'NOT_FOUND' })
    expect((await restResult(corrected, resultId)).corrections).toBeNull()
  })
})
