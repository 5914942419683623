import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelAsyncAnalysis } from '../../src/core/async-analyses/cancel.ts'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { failedUnit } from '../../src/core/batches/unit-failure.ts'
import { UnitRecorder } from '../../src/core/batches/unit-recorder.ts'
import type { Cost } from '../../src/providers/prices.ts'
import { type PaidModel, pricePerToken, startPaidModel } from '../paid-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'

/** Answers with as many tokens as the prompt says: "3 tokens"; "unreadable" is charged and has no text. */
let model: PaidModel
/** Without workers: the test asks each unit itself. */
let world: World
let client: Client
beforeAll(async () => {
  model = await startPaidModel((prompt) => ({
    tokens: prompt.includes('uncounted') ? null : Number.parseInt(prompt, 10),
    ...(prompt.includes('unreadable') && { content: '' }),
  }))
  const providers = [
    model.provider('paid', pricePerToken(0.1)),
    model.provider('unpriced'),
    { id: 'invented', driver: 'simulated', options: pricePerToken(0.1) },
  ]
  world = await createWorld({ providers, workers: false })
  client = await createClient(world)
})
afterAll(async () => {
  await world.close()
  model.close()
})

/** Starts an analysis with these prompts. */
async function start(prompts: string[], provider = 'paid') {
  const { id: organizationId } = await world.organization({ credits: 100 })
  const { key } = await world.organizationKey(organizationId)
  const ctx = world.member(organizationId)
  const input = { brandName: 'Acme', prompts, replicates: 1, providers: [provider], locations: ['US'] }
  const { analysis } = await startAsyncAnalysis({ ctx, input })
  const analysisId = analysis.analysisId ?? ''
  const units = await world.operator.db.prisma.result.findMany({
    where: { batchId: analysis.id },
    orderBy: { ordinal: 'asc' },
  })
  const read = async () => (await client(`GET /v1/async-analysis/${analysisId}`, { key })).body.data
  return { ctx, key, id: analysis.id, analysisId, units: units.map(({ id }) => id), read }
}

async function askAll(unitIds: readonly string[]): Promise<void> {
  for (const unitId of unitIds) await askUnit({ ctx: world.operator, input: { unitId, tries: 1 } })
}

const computed = (usd: number): Cost => ({ usd, source: 'computed', priceAsOf: '2026-11-01' })

describe('the cost of answers', () => {
  it('is computed from what the provider counted and the prices of its entry; their sum is exact, in REST and in the graph', async () => {
    const { units, read, key, analysisId } = await start(['1 token', '2 tokens'])
    expect(await read()).toMatchObject({ costUsd: null })
    await askAll(units)
    const analysis = await read()
    expect(analysis.results.map(({ cost }: { cost: Cost }) => cost)).toEqual([computed(0.1), computed(0.2)])
    // And not 0.30000000000000004, the sum of these numbers in binary.
    expect(analysis.costUsd).toBe(0.3)
    const query = `query ($id: ID!) { asyncAnalysis(id: $id) {
      costUsd results { nodes { cost { usd source priceAsOf } } } } }`
    expect(await ask(world, key, query, { id: analysisId })).toEqual({
      asyncAnalysis: {
        costUsd: 0.3,
        results: {
          nodes: [
            { cost: { usd: 0.1, source: 'COMPUTED', priceAsOf: '2026-11-01' } },
            { cost: { usd: 0.2, source: 'COMPUTED', priceAsOf: '2026-11-01' } },
          ],
        },
      },
    })
  })

  it.each([
    ['without a price', 'unpriced', '3 tokens'],
    ['whose tokens were not counted', 'paid', 'uncounted'],
    ['that were simulated', 'invented', '3 tokens'],
  ])('is unknown and not 0 for answers %s', async (_, provider, prompt) => {
    const { units, read } = await start([prompt], provider)
    await askAll(units)
    expect(await read()).toMatchObject({ status: 'completed', costUsd: null, results: [{ cost: null }] })
  })

  it('counts for answers that could not be read, which were paid for as well', async () => {
    const { units, read } = await start(['4 tokens', '5 tokens, unreadable'])
    await askAll(units)
    expect(await read()).toMatchObject({
      status: 'partially_completed',
      costUsd: 0.9,
      credits: { charged: 1, refunded: 1 },
      results: [
        { status: 'ok', cost: computed(0.4) },
        { status: 'failed', error: { code: 'UNREADABLE_ANSWER' }, cost: computed(0.5) },
      ],
    })
  })

  it('counts once for a unit that is recorded twice, also at the same time', async () => {
    const { id, units, read } = await start(['1 token', '1 token again'])
    const recorder = new UnitRecorder(world.operator.db)
    const error = { code: 'UNREADABLE_ANSWER', message: 'no text' } as const
    const outcomes = units.map((unit) =>
      failedUnit(unit, { error, purchase: { cost: computed(0.7), paidTo: 'paid' }, at: new Date() }),
    )
    await Promise.all([...outcomes, ...outcomes].map((outcome) => recorder.record(outcome)))
    await Promise.all(outcomes.map((outcome) => recorder.record(outcome)))
    expect(await read()).toMatchObject({ costUsd: 1.4, progress: { failed: 2 } })
    const stored = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id } })
    expect(String(stored.costUsd)).toBe('1.4')
    const { organizationId } = stored
    const [spent] = await world.operator.db.prisma.providerSpend.findMany({ where: { organizationId } })
    expect(spent).toMatchObject({ provider: 'paid', questions: 2, priced: 2 })
    expect(String(spent?.usd)).toBe('1.4')
  })

  it('counts for an answer that arrives after its analysis was cancelled, and changes nothing else', async () => {
    const { ctx, id, analysisId, units, read } = await start(['1 token', '6 tokens'])
    const [first, late] = units
    await askAll([first ?? ''])
    const { prisma } = world.operator.db
    // The other question is under way meanwhile.
    await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    const before = await read()
    expect(before).toMatchObject({ costUsd: 0.1 })
    const recorder = new UnitRecorder(world.operator.db)
    const error = { code: 'UNREADABLE_ANSWER', message: 'no text' } as const
    await recorder.record(
      failedUnit(late ?? '', { error, purchase: { cost: computed(0.6), paidTo: 'paid' }, at: new Date() }),
    )
    const [answered, cancelled] = before.results
    expect(await read()).toEqual({
      ...before,
      costUsd: 0.7,
      results: [answered, { ...cancelled, cost: computed(0.6) }],
    })
    const { organizationId } = await prisma.batch.findUniqueOrThrow({ where: { id } })
    const [spent] = await prisma.providerSpend.findMany({ where: { organizationId } })
    expect(String(spent?.usd)).toBe('0.7')
  })
})
