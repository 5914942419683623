import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelAsyncAnalysis } from '../../src/core/async-analyses/cancel.ts'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { failedUnit } from '../../src/core/batches/unit-failure.ts'
import { UnitRecorder } from '../../src/core/batches/unit-recorder.ts'
import type { Cost } from '../../src/core/provider-port/cost.ts'
import { INSTALLATION_ACCOUNT } from '../../src/core/spend/spending.ts'
import { type PaidModel, pricePerToken, startPaidModel } from '../paid-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'

/**
 * Answers with the number of tokens in the prompt, such as "3 tokens". Charges "unreadable" prompts but returns no
 * text for them.
 */
let model: PaidModel
/** No workers: the test asks each unit itself. */
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

/** Starts an analysis and returns the ids of its units and a function that reads it over REST. */
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
  it('is computed from the token counts and the configured prices, and is summed exactly, in REST and GraphQL', async () => {
    const { units, read, key, analysisId } = await start(['1 token', '2 tokens'])
    expect(await read()).toMatchObject({ costUsd: null })
    await askAll(units)
    const analysis = await read()
    expect(analysis.results.map(({ cost }: { cost: Cost }) => cost)).toEqual([computed(0.1), computed(0.2)])
    // Binary floating-point addition would give 0.30000000000000004.
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
    ['without a token count', 'paid', 'uncounted'],
    ['that were simulated', 'invented', '3 tokens'],
  ])('is unknown, not 0, for answers %s', async (_, provider, prompt) => {
    const { units, read } = await start([prompt], provider)
    await askAll(units)
    expect(await read()).toMatchObject({ status: 'completed', costUsd: null, results: [{ cost: null }] })
  })

  it('includes answers that could not be parsed, because the provider charged for them too', async () => {
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

  it('is counted once for a unit that is recorded repeatedly, even concurrently', async () => {
    const { id, units, read } = await start(['1 token', '1 token again'])
    const recorder = new UnitRecorder(world.operator.db)
    const error = { code: 'UNREADABLE_ANSWER', message: 'no text' } as const
    const outcomes = units.map((unit) =>
      failedUnit(unit, {
        error,
        purchase: { cost: computed(0.7), paidTo: 'paid', paidFrom: INSTALLATION_ACCOUNT },
        at: new Date(),
      }),
    )
    await Promise.all([...outcomes, ...outcomes].map((outcome) => recorder.record(outcome)))
    await Promise.all(outcomes.map((outcome) => recorder.record(outcome)))
    expect(await read()).toMatchObject({ costUsd: 1.4, progress: { failed: 2 } })
    const stored = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id } })
    expect(String(stored.costUsd)).toBe('1.4')
    const { organizationId } = stored
    const [spent] = await world.operator.db.prisma.providerSpend.findMany({
      where: { organizationId: organizationId ?? '' },
    })
    expect(spent).toMatchObject({ provider: 'paid', questions: 2, priced: 2 })
    expect(String(spent?.usd)).toBe('1.4')
  })

  it('includes an answer that arrives after the cancellation, without other changes to the analysis', async () => {
    const { ctx, id, analysisId, units, read } = await start(['1 token', '6 tokens'])
    const [first, late] = units
    await askAll([first ?? ''])
    const { prisma } = world.operator.db
    // The second question is still being asked.
    await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    const before = await read()
    expect(before).toMatchObject({ costUsd: 0.1 })
    const recorder = new UnitRecorder(world.operator.db)
    const error = { code: 'UNREADABLE_ANSWER', message: 'no text' } as const
    await recorder.record(
      failedUnit(late ?? '', {
        error,
        purchase: { cost: computed(0.6), paidTo: 'paid', paidFrom: INSTALLATION_ACCOUNT },
        at: new Date(),
      }),
    )
    const [answered, cancelled] = before.results
    expect(await read()).toEqual({
      ...before,
      costUsd: 0.7,
      results: [answered, { ...cancelled, cost: computed(0.6) }],
    })
    const { organizationId } = await prisma.batch.findUniqueOrThrow({ where: { id } })
    const [spent] = await prisma.providerSpend.findMany({
      where: { organizationId: organizationId ?? '' },
    })
    expect(String(spent?.usd)).toBe('0.7')
  })
})
