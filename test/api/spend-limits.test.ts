import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askUnit } from '../../src/core/batches/ask.ts'
import { listProviders } from '../../src/core/providers/list.ts'
import { type PaidModel, pricePerToken, startPaidModel } from '../paid-model.ts'
import { createWorld, type World, type WorldOptions } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'

const HOUR = 3_600_000

/** Each answer costs $0.10. */
let model: PaidModel
const worlds: World[] = []
beforeAll(async () => {
  model = await startPaidModel()
})
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})
afterAll(() => model.close())

/** Opens a world at noon UTC of the current day, and returns it with helpers. */
async function open(options: WorldOptions) {
  const world = await createWorld(options)
  worlds.push(world)
  const noon = new Date().setUTCHours(12, 0, 0, 0)
  let time = noon
  const now = () => new Date(time)
  world.application.services.now = now
  const client = await createClient(world)
  return {
    world,
    client,
    operator: { ...world.operator, now },
    organization: () => newOrganization(world, client),
    midnight: new Date(noon + 12 * HOUR).toISOString(),
    /** Advances the clock. */
    pass(duration: number) {
      time += duration
    },
  }
}

async function newOrganization(world: World, client: Client) {
  const { id } = await world.organization({ credits: 100 })
  const { key } = await world.organizationKey(id)
  const start = (providers: string[], prompts: number) =>
    client('POST /v1/async-analysis', {
      key,
      json: {
        prompts: Array.from({ length: prompts }, (_, n) => `Which is best, ${n}?`),
        brandName: 'Acme',
        replicates: 1,
        providers,
        locations: ['US'],
      },
    })
  return {
    id,
    key,
    start,
    /** Starts an analysis, waits until it ends, and returns it. */
    async analyze(providers: string[], prompts: number) {
      const { analysisId } = (await start(providers, prompts)).body.data
      await world.ended(analysisId)
      return (await client(`GET /v1/async-analysis/${analysisId}`, { key })).body.data
    },
    async balance() {
      const { creditBalance } = await world.operator.db.prisma.organization.findUniqueOrThrow({
        where: { id },
      })
      return creditBalance
    },
  }
}

type Analysis = { results: { error: { code: string; message: string } | null }[] }

const errorsIn = ({ results }: Analysis) => results.flatMap(({ error }) => error ?? [])

const paid = (id: string, spendLimit: object, options: object = {}) =>
  model.provider(id, { ...pricePerToken(0.1), concurrency: 1, spendLimit, ...options })

describe('the spend limit of a provider', () => {
  it('stops an analysis before the limit is exceeded, refunds the rest, and refuses further analyses until midnight UTC', async () => {
    const { operator, world, organization, midnight, pass } = await open({
      providers: [paid('capped', { perDay: 0.35 }), paid('free', {})],
    })
    const { key, start, analyze, balance } = await organization()
    model.asked.length = 0
    const analysis = await analyze(['capped'], 6)
    expect(analysis).toMatchObject({
      status: 'partially_completed',
      progress: { total: 6, completed: 3, failed: 3 },
      costUsd: 0.3,
      credits: { reserved: 6, charged: 3, refunded: 3 },
    })
    expect(model.asked).toHaveLength(3)
    expect(errorsIn(analysis)).toEqual(
      Array(3).fill({
        code: 'SPEND_LIMIT_REACHED',
        message: `The provider capped was not asked: the daily spend limit of this provider is reached until ${midnight}.`,
      }),
    )
    expect(await balance()).toBe(97)

    const refusal = await start(['free', 'capped'], 1)
    expect(refusal).toMatchObject({ status: 503, body: { error: { code: 'PROVIDER_UNAVAILABLE' } } })
    expect(refusal.headers.get('Retry-After')).toBe(String((12 * HOUR) / 1_000))
    expect(await balance()).toBe(97)
    expect(await analyze(['free'], 1)).toMatchObject({ status: 'completed' })

    const [shown] = (await ask(world, key, '{ providers { available reason openUntil circuit } }')).providers
    expect(shown).toEqual({
      available: false,
      reason: `paused until ${midnight}: a daily spend limit is reached`,
      openUntil: midnight,
      circuit: 'CLOSED',
    })
    expect((await listProviders({ ctx: operator }))[0]).toMatchObject({
      state: 'unavailable',
      reason: `$0.30 of the daily limit of $0.35 has been spent (options.spendLimit.perDay of capped); paused until ${midnight}`,
      fix: 'wait, or raise options.spendLimit.perDay of capped and restart',
    })

    pass(12 * HOUR)
    expect(await analyze(['capped'], 2)).toMatchObject({ status: 'completed', costUsd: 0.2 })
  })

  it('per organization stops one organization but not another', async () => {
    const { organization } = await open({ providers: [paid('shared', { perOrganizationPerDay: 0.2 })] })
    const [first, second] = [await organization(), await organization()]
    const analysis = await first.analyze(['shared'], 3)
    expect(analysis).toMatchObject({ costUsd: 0.2, credits: { charged: 2, refunded: 1 } })
    expect(errorsIn(analysis)[0]?.message).toContain('of the organization for this provider')
    expect((await first.start(['shared'], 1)).status).toBe(503)
    expect(await second.analyze(['shared'], 2)).toMatchObject({ status: 'completed', costUsd: 0.2 })
    expect([await first.balance(), await second.balance()]).toEqual([98, 98])
  })

  it('is used up but not exceeded by many concurrent questions', async () => {
    const { organization } = await open({ providers: [paid('wide', { perDay: 1 }, { concurrency: 20 })] })
    const { analyze } = await organization()
    // From now on, the cost of an answer is known.
    await analyze(['wide'], 1)
    expect(await analyze(['wide'], 40)).toMatchObject({
      costUsd: 0.9,
      progress: { completed: 9, failed: 31 },
      credits: { charged: 9, refunded: 31 },
    })
  })

  it('does not prevent parsing an answer that a killed process has stored', async () => {
    const { operator, organization } = await open({
      providers: [paid('capped', { perDay: 0.15 })],
      workers: false,
    })
    const { start } = await organization()
    const { analysisId } = (await start(['capped'], 3)).body.data
    const { prisma } = operator.db
    const orderBy = { ordinal: 'asc' } as const
    const units = await prisma.result.findMany({ where: { batch: { analysisId } }, orderBy })
    const [answered = '', stored = '', left = ''] = units.map(({ id }) => id)
    await askUnit({ ctx: operator, input: { unitId: answered, tries: 1 } })
    const { raw } = await prisma.artifact.findUniqueOrThrow({ where: { resultId: answered } })
    await prisma.artifact.create({ data: { resultId: stored, raw: raw ?? {} } })
    for (const unitId of [left, stored]) await askUnit({ ctx: operator, input: { unitId, tries: 1 } })
    const ended = await prisma.result.findMany({ where: { batch: { analysisId } }, orderBy })
    expect(ended.map(({ status }) => status)).toEqual(['ok', 'ok', 'failed'])
  })
})

describe('the spend limit of all providers together', () => {
  it('adds up the costs of all providers', async () => {
    const { organization, midnight } = await open({
      providers: [paid('one', {}), paid('other', {}), { id: 'invented', driver: 'simulated' }],
      environment: { DAILY_SPEND_USD: '0.30' },
    })
    const { analyze, start } = await organization()
    expect(await analyze(['one'], 2)).toMatchObject({ status: 'completed' })
    const analysis = await analyze(['other'], 2)
    expect(analysis).toMatchObject({ status: 'partially_completed', costUsd: 0.1 })
    expect(errorsIn(analysis)[0]?.message).toBe(
      `The provider other was not asked: the daily spend limit of all providers together is reached until ${midnight}.`,
    )
    expect((await start(['one'], 1)).status).toBe(503)
    expect(await analyze(['invented'], 1)).toMatchObject({ status: 'completed' })
  })

  it('per organization stops one organization but not another', async () => {
    const { organization } = await open({
      providers: [paid('one', {}), paid('other', {})],
      environment: { DAILY_SPEND_USD_PER_ORGANIZATION: '0.30' },
    })
    const [first, second] = [await organization(), await organization()]
    const analysis = await first.analyze(['one', 'other'], 3)
    expect(analysis.costUsd).toBeCloseTo(0.3)
    expect(errorsIn(analysis)[0]?.message).toContain('the daily spend limit of the organization is reached')
    expect((await first.start(['other'], 1)).status).toBe(503)
    expect(await second.analyze(['other'], 2)).toMatchObject({ status: 'completed' })
  })

  it('lets a run end partially, and refuses a run that cannot ask any question', async () => {
    const { world, client } = await open({
      providers: [paid('one', {})],
      environment: { DAILY_SPEND_USD: '0.10' },
    })
    const target = { providers: ['one'] }
    const prompts = [
      { text: 'Best?', ...target },
      { text: 'Worst?', ...target },
    ]
    const first = await createRunProject(world, client, { prompts })
    const { body } = await first.call(`GET /v1/analysis/runs/${await first.run()}`)
    expect(body.data).toMatchObject({
      status: 'partially_completed',
      costUsd: 0.1,
      progress: { completed: 1, failed: 1 },
    })
    const second = await createRunProject(world, client, { prompts })
    const refusal = await second.call('POST /v1/analysis/trigger')
    expect(refusal).toMatchObject({ status: 503, body: { error: { code: 'PROVIDER_UNAVAILABLE' } } })
    expect(refusal.headers.get('Retry-After')).toBe(String((12 * HOUR) / 1_000))
  })
})
