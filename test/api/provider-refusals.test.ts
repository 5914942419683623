import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askUnit } from '../../src/core/batches/ask.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { forgetRefusals } from '../../src/core/providers/circuits.ts'
import { listProviders } from '../../src/core/providers/list.ts'
import { createBreakers } from '../../src/providers/breaker.ts'
import { type PaidModel, type Reply, startPaidModel } from '../paid-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'

const KEY_REFUSED: Reply = {
  status: 401,
  body: { error: { message: 'Incorrect API key provided: sk-secret.', code: 'invalid_api_key' } },
}
const QUOTA_USED_UP: Reply = {
  status: 429,
  headers: { 'retry-after': '1' },
  body: { error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } },
}

let reply: Reply
let model: PaidModel
let world: World
let client: Client
beforeAll(async () => {
  model = await startPaidModel(() => reply)
  const refused = { ...model.provider('refused'), apiKeyEnv: 'REFUSED_KEY' }
  // No workers: the test asks each unit itself.
  world = await createWorld({
    providers: [
      refused,
      { ...refused, id: 'national', driver: 'openai', options: {} },
      { id: 'other', driver: 'simulated' },
    ],
    environment: { REFUSED_KEY: 'sk-secret' },
    workers: false,
  })
  client = await createClient(world)
})
afterAll(async () => {
  await world.close()
  model.close()
})

const MODEL_RETIRED: Reply = {
  status: 404,
  body: { error: { message: 'The model `m-1` does not exist.', code: 'model_not_found' } },
}
const TOO_LARGE: Reply = {
  status: 429,
  body: {
    error: {
      message: 'Request too large for m-1 on tokens per min (TPM): Limit 10000, Requested 16402.',
      type: 'tokens',
      code: 'rate_limit_exceeded',
    },
  },
}
const COUNTRY_REJECTED: Reply = {
  status: 400,
  body: { error: { message: 'Invalid country in user_location', code: 'invalid_value' } },
}

const JSON_BODY = {
  prompts: ['Best?', 'Worst?', 'Any?'],
  brandName: 'Acme',
  replicates: 1,
  locations: ['US'],
}

async function newClient() {
  const { id } = await world.organization({ credits: 100 })
  const { key } = await world.organizationKey(id)
  const start = (providers: string[], more: Partial<typeof JSON_BODY> = {}) =>
    client('POST /v1/async-analysis', { key, json: { ...JSON_BODY, ...more, providers } })
  const read = async (analysisId: string) =>
    (await client(`GET /v1/async-analysis/${analysisId}`, { key })).body.data
  return { key, start, read }
}

/** Asks all units of the analysis one after another, by default as a newly started worker with closed circuits. */
async function workOn(analysisId: string, ctx: AppCtx = newWorker()): Promise<AppCtx> {
  const units = await world.operator.db.prisma.result.findMany({ where: { batch: { analysisId } } })
  for (const { id } of units) await askUnit({ ctx, input: { unitId: id, tries: 1 } })
  return ctx
}

function newWorker(stopPause = 300_000): AppCtx {
  const { deps } = world.operator
  return { ...world.operator, deps: { ...deps, breakers: createBreakers({ stopPause }) } }
}

async function recordOf(id: string) {
  const records = await listProviders({ ctx: world.operator })
  return records.find((record) => record.id === id)
}

describe('a provider that refuses the key or the account', () => {
  it.each([
    ['the key', KEY_REFUSED, 'HTTP 401: Incorrect API key provided: [key].'],
    ['an account without quota', QUOTA_USED_UP, 'HTTP 429: You exceeded your current quota.'],
  ])(
    'is asked only once after it refused %s; its units fail and are refunded, and further analyses are refused',
    async (_, providerReply, detail) => {
      await forgetRefusals(world.application.services)
      reply = providerReply
      model.asked.length = 0
      const { key, start, read } = await newClient()
      const { analysisId } = (await start(['refused', 'other'])).body.data
      await workOn(analysisId)
      expect(model.asked).toEqual(['Best?'])
      const analysis = await read(analysisId)
      expect(analysis).toMatchObject({
        status: 'partially_completed',
        progress: { total: 6, completed: 3, failed: 3 },
        credits: { reserved: 6, charged: 3, refunded: 3 },
      })
      const errors = analysis.results.flatMap(({ error }: { error: object | null }) => error ?? [])
      expect(errors).toEqual(
        Array(3).fill({ code: 'PROVIDER_UNAVAILABLE', message: 'The provider is not available.' }),
      )

      const refusal = await start(['other', 'refused'])
      expect(refusal).toMatchObject({ status: 503, body: { error: { code: 'PROVIDER_UNAVAILABLE' } } })
      const wait = Number(refusal.headers.get('Retry-After'))
      expect(wait).toBeGreaterThan(60)
      expect(wait).toBeLessThanOrEqual(300)
      expect((await start(['other'])).status).toBe(202)

      // Customers see that the provider is not asked. Operators also see why, and what to do.
      const query = '{ providers { token available reason } }'
      const { providers } = await ask(world, key, query)
      expect(providers[0]).toEqual({
        token: 'refused',
        available: false,
        reason: expect.stringMatching(/^paused until \S+Z$/),
      })
      expect(refusal.text + JSON.stringify(providers)).not.toContain('HTTP')
      expect(await recordOf('refused')).toMatchObject({
        state: 'unavailable',
        circuit: 'open',
        reason: expect.stringContaining(`REFUSED_KEY was rejected: ${detail}; paused until `),
        fix: expect.stringMatching(/^set a valid REFUSED_KEY, or raise the quota/),
      })
    },
  )

  it('is asked again after the pause, and operators see its last refusal until then', async () => {
    await forgetRefusals(world.application.services)
    const { start, read } = await newClient()
    reply = KEY_REFUSED
    const first = (await start(['refused'])).body.data.analysisId
    // The pause of this worker is over at once.
    const worker = await workOn(first, newWorker(0))
    expect(await recordOf('refused')).toMatchObject({
      state: 'real',
      available: true,
      circuit: 'closed',
      reason: expect.stringMatching(
        /^REFUSED_KEY was rejected: HTTP 401.*; the next question will try again$/,
      ),
    })
    reply = {}
    const second = (await start(['refused'])).body.data.analysisId
    await workOn(second, worker)
    expect(await read(second)).toMatchObject({ status: 'completed' })
    expect(await recordOf('refused')).toMatchObject({ state: 'real', reason: null, fix: null })
  })

  it('is asked by a newly started process, which may have another key', async () => {
    const { start } = await newClient()
    reply = KEY_REFUSED
    await workOn((await start(['refused'])).body.data.analysisId)
    expect((await start(['refused'])).status).toBe(503)
    await forgetRefusals(world.application.services)
    expect((await start(['refused'])).status).toBe(202)
  })
})

describe('a fault that no retry can remove', () => {
  const SEVEN = { prompts: ['1?', '2?', '3?', '4?', '5?', '6?', '7?'] }

  it.each([
    {
      name: 'a retired model',
      providerReply: MODEL_RETIRED,
      asked: 1,
      unit: 'The provider does not offer the configured model.',
      because: 'because it does not offer the configured model',
      reason: 'the model paid-1 was rejected: HTTP 404: The model `m-1` does not exist.; paused until ',
      fix: 'set model of refused in PROVIDERS_FILE to a model that the vendor offers to this account, and restart',
    },
    {
      name: 'requests that are too large for the account',
      providerReply: TOO_LARGE,
      asked: 5,
      unit: 'The question or the longest permitted answer is too large for the provider.',
      because: 'because its requests are too large for the account of this installation',
      reason: 'the size of the requests was rejected: HTTP 429: Request too large',
      fix: 'lower options.maximumTokens of refused in PROVIDERS_FILE',
    },
  ])(
    '$name: is asked a few times, units fail without a retry and are refunded, and operators see the fix',
    async ({ providerReply, asked, unit, because, reason, fix }) => {
      await forgetRefusals(world.application.services)
      reply = providerReply
      model.asked.length = 0
      const { start, read } = await newClient()
      const { analysisId } = (await start(['refused'], SEVEN)).body.data
      await workOn(analysisId)
      expect(model.asked).toHaveLength(asked)
      const analysis = await read(analysisId)
      expect(analysis).toMatchObject({ status: 'failed', credits: { reserved: 7, charged: 0, refunded: 7 } })
      const errors = analysis.results.map(({ error }: { error: object }) => error)
      expect(errors).toEqual(Array(7).fill({ code: 'PROVIDER_UNAVAILABLE', message: unit }))
      const refusal = await start(['refused'])
      expect(refusal.status).toBe(503)
      expect(refusal.body.error.message).toContain(because)
      expect(await recordOf('refused')).toMatchObject({
        reason: expect.stringContaining(reason),
        fix: expect.stringContaining(fix),
      })
    },
  )

  it('a country that the vendor rejects is asked from three times; other countries are not affected', async () => {
    await forgetRefusals(world.application.services)
    reply = COUNTRY_REJECTED
    model.asked.length = 0
    const { start, read } = await newClient()
    const { analysisId } = (await start(['national'], SEVEN)).body.data
    const worker = await workOn(analysisId)
    expect(model.asked).toHaveLength(3)
    const analysis = await read(analysisId)
    expect(analysis).toMatchObject({ status: 'failed', credits: { charged: 0, refunded: 7 } })
    const codes = analysis.results.map(({ error }: { error: { code: string } }) => error.code)
    expect(codes).toEqual(Array(7).fill('LOCATION_UNSUPPORTED'))
    const refusal = await start(['national'])
    expect(refusal.status).toBe(503)
    expect(refusal.body.error.message).toContain('for US, because it rejects questions from there')
    expect(await recordOf('national')).toMatchObject({
      state: 'real',
      available: true,
      reason: 'questions from US were rejected: HTTP 400: Invalid country in user_location',
      fix: 'remove US from the locations of prompts, or list the countries it supports in locations of national in PROVIDERS_FILE',
    })

    reply = {}
    const elsewhere = (await start(['national'], { locations: ['DE'] })).body.data.analysisId
    await workOn(elsewhere, worker)
    expect(await read(elsewhere)).toMatchObject({ status: 'completed' })
  })
})
