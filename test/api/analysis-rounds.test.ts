import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cancelAsyncAnalysis } from '../../src/core/async-analyses/cancel.ts'
import { halfWidthOf, isNarrowEnough } from '../../src/metrics/narrow-enough.ts'
import { completionOf, type ScriptedModel, startScriptedModel } from '../scripted-model.ts'
import { batchEnded, createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'

const CREDITS = 100
const NAMED = completionOf({ content: 'Acme is the best choice.' })
const ABSENT = completionOf({ content: 'Globex is the best choice.' })

const QUESTION = { brandName: 'Acme', providers: ['local'], locations: ['US'] }

const backends = inject('redisUrl') ? (['postgres', 'redis'] as const) : (['postgres'] as const)

describe.each(backends)('an analysis in rounds, queue on %s', (backend) => {
  let model: ScriptedModel
  let world: World
  let call: Client
  /** How often each prompt was asked so far. */
  const timesAsked = new Map<string, number>()

  beforeAll(async () => {
    model = await startScriptedModel((question) => {
      const times = (timesAsked.get(question) ?? 0) + 1
      timesAsked.set(question, times)
      if (question.includes('unreadable')) return { choices: 'none' }
      return question.includes('sometimes') && times % 2 === 0 ? ABSENT : NAMED
    })
    world = await createWorld({ redis: backend === 'redis', providers: [model.provider] })
    call = await createClient(world)
  })
  afterAll(async () => {
    await world?.close()
    model?.close()
  })

  async function newCaller(credits = CREDITS) {
    const { id: organizationId } = await world.organization({ credits })
    const { key } = await world.organizationKey(organizationId)
    const { prisma } = world.operator.db
    return {
      organizationId,
      key,
      start: (json: object, headers: Record<string, string> = {}) =>
        call('POST /v1/async-analysis', { key, json: { ...QUESTION, ...json }, headers }),
      async ledger() {
        const { creditBalance } = await prisma.organization.findUniqueOrThrow({
          where: { id: organizationId },
        })
        const entries = await prisma.creditEntry.findMany({
          where: { organizationId, kind: { not: 'grant' } },
        })
        return {
          balance: creditBalance,
          entries: entries.map(({ kind, credits: moved }) => `${kind} ${moved}`).sort(),
        }
      },
    }
  }

  type Caller = Awaited<ReturnType<typeof newCaller>>

  /** Starts an analysis, waits until it ends, and returns both REST responses. */
  async function ended({ start, key }: Caller, json: object) {
    const started = await start(json)
    expect([started.status, started.text]).toEqual([202, expect.any(String)])
    const { analysisId } = started.body.data
    await world.ended(analysisId)
    return { started: started.body.data, ...(await read(key, analysisId)) }
  }

  async function read(key: string, analysisId: string) {
    const { body } = await call(`GET /v1/async-analysis/${analysisId}`, { key })
    return { analysis: body.data }
  }

  it('stops after the round in which the interval becomes narrow enough, and refunds the unused credits', async () => {
    const caller = await newCaller()
    const prompt = `Which tool is best, ${backend}?`
    const counts = (answers: number) => [{ present: answers, answers }]
    const stopWhen = { halfWidth: 0.25, atMost: 10 }
    expect([4, 6].map((answers) => isNarrowEnough(counts(answers), stopWhen.halfWidth))).toEqual([
      false,
      true,
    ])
    const { started, analysis } = await ended(caller, { prompt, replicates: 2, stopWhen })
    expect(started.creditsReserved).toBe(10)
    expect(analysis).toMatchObject({
      status: 'completed',
      cancelled: false,
      stopWhen,
      rounds: { begun: 3, replicates: 6, halfWidth: halfWidthOf(counts(6)), stopped: 'narrow_enough' },
      progress: { total: 6, completed: 6, failed: 0 },
      credits: { reserved: 10, charged: 6, refunded: 4 },
    })
    const { low, high } = analysis.summary.mentionRate
    expect((high - low) / 2).toBe(analysis.rounds.halfWidth)
    expect(analysis.results.map(({ replicate }: { replicate: number }) => replicate)).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
    expect(timesAsked.get(prompt)).toBe(6)
    expect(await caller.ledger()).toEqual({
      balance: CREDITS - 6,
      entries: ['charge 6', 'refund 4', 'reserve 10'],
    })
  })

  it('asks at most stopWhen.atMost replicates, and orders the results by prompt, location and replicate', async () => {
    const caller = await newCaller()
    const prompts = [`sometimes good, ${backend}?`, `sometimes bad, ${backend}?`]
    const { analysis } = await ended(caller, {
      prompts,
      locations: ['US', 'DE'],
      replicates: 2,
      stopWhen: { halfWidth: 0.01, atMost: 5 },
    })
    expect(analysis).toMatchObject({
      status: 'completed',
      rounds: { begun: 3, replicates: 5, stopped: 'at_most' },
      progress: { total: 20, completed: 20, failed: 0 },
      credits: { reserved: 20, charged: 20, refunded: 0 },
    })
    const order = prompts.flatMap((prompt) =>
      ['US', 'DE'].flatMap((location) =>
        [1, 2, 3, 4, 5].map((replicate) => ({ prompt, location, replicate })),
      ),
    )
    type Result = (typeof order)[number]
    expect(
      analysis.results.map(({ prompt, location, replicate }: Result) => ({ prompt, location, replicate })),
    ).toEqual(order)
    const { balance } = await caller.ledger()
    expect(balance).toBe(CREDITS - 20)
  })

  it('stops after a round in which every question failed, and refunds all credits', async () => {
    const caller = await newCaller()
    const { analysis } = await ended(caller, {
      prompt: `unreadable, ${backend}`,
      replicates: 2,
      stopWhen: { halfWidth: 0.1, atMost: 10 },
    })
    expect(analysis).toMatchObject({
      status: 'failed',
      rounds: { begun: 1, replicates: 2, halfWidth: null, stopped: 'no_answer' },
      credits: { reserved: 10, charged: 0, refunded: 10 },
    })
    expect(await caller.ledger()).toEqual({
      balance: CREDITS,
      entries: ['charge 0', 'refund 10', 'reserve 10'],
    })
  })

  it('streams rounds and progress to subscribers until it ends', async () => {
    const caller = await newCaller()
    const stopWhen = { halfWidth: 0.01, atMost: 3 }
    const { body } = await caller.start({ prompt: `followed, ${backend}`, replicates: 1, stopWhen })
    const { analysisId } = body.data
    const query = `subscription { asyncAnalysisProgress(analysisId: "${analysisId}") {
      progress { total } stopWhen { halfWidth atMost } rounds { begun replicates halfWidth stopped } } }`
    const stream = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${caller.key}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query }),
    })
    const states = [...(await stream.text()).matchAll(/^data: (\{.*)$/gm)].map(
      ([, json = '']) => JSON.parse(json).data.asyncAnalysisProgress,
    )
    for (const { progress, rounds } of states) expect(rounds.replicates).toBe(progress.total)
    expect(states.at(-1)).toEqual({
      progress: { total: 3 },
      stopWhen,
      rounds: { begun: 3, replicates: 3, halfWidth: expect.any(Number), stopped: 'AT_MOST' },
    })
  })

  it('can be started over GraphQL, and stopWhen and rounds are null for an analysis without rounds', async () => {
    const { key } = await newCaller()
    const start = `mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) {
      asyncAnalysis { analysisId credits { reserved } stopWhen { halfWidth atMost } rounds { begun replicates } } } }`
    const input = { ...QUESTION, prompt: `by graph, ${backend}?`, replicates: 1 }
    const stopWhen = { halfWidth: 0.5, atMost: 4 }
    const inRounds = await ask(world, key, start, { input: { ...input, stopWhen } })
    expect(inRounds.startAsyncAnalysis.asyncAnalysis).toMatchObject({
      credits: { reserved: 4 },
      stopWhen,
      rounds: { begun: 1, replicates: 1 },
    })
    const atOnce = await ask(world, key, start, { input })
    expect(atOnce.startAsyncAnalysis.asyncAnalysis).toMatchObject({
      credits: { reserved: 1 },
      stopWhen: null,
      rounds: null,
    })
  })

  it('is started once per idempotency key, and a different stopWhen with the same key is a conflict', async () => {
    const caller = await newCaller()
    const headers = { 'Idempotency-Key': 'once' }
    const stopWhen = { halfWidth: 0.5, atMost: 4 }
    const request = { prompt: `once, ${backend}?`, replicates: 2 }
    const first = await caller.start({ ...request, stopWhen }, headers)
    const second = await caller.start({ ...request, stopWhen }, headers)
    expect(second.text).toBe(first.text)
    for (const otherStop of [{}, { stopWhen: { ...stopWhen, atMost: 5 } }])
      expect((await caller.start({ ...request, ...otherStop }, headers)).status).toBe(409)
    await world.ended(first.body.data.analysisId)
    expect((await caller.ledger()).entries.filter((entry) => entry.startsWith('reserve'))).toEqual([
      'reserve 4',
    ])
  })

  it("cannot be read or canceled by another tenant, and does not touch that tenant's credits", async () => {
    const [caller, stranger] = [await newCaller(), await newCaller()]
    const stopWhen = { halfWidth: 0.01, atMost: 3 }
    const { body } = await caller.start({ prompt: `own, ${backend}?`, replicates: 1, stopWhen })
    const { analysisId } = body.data
    const path = `GET /v1/async-analysis/${analysisId}` as const
    expect((await call(path, { key: stranger.key })).status).toBe(404)
    const strangerCtx = world.member(stranger.organizationId)
    await expect(cancelAsyncAnalysis({ ctx: strangerCtx, input: { analysisId } })).rejects.toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
    const { id } = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { analysisId } })
    const callerCtx = world.member(caller.organizationId)
    expect((await batchEnded(callerCtx, id)).rounds).toMatchObject({ begun: 3, stopped: 'at_most' })
    expect(await stranger.ledger()).toEqual({ balance: CREDITS, entries: [] })
    expect((await caller.ledger()).balance).toBe(CREDITS - 3)
  })
})
