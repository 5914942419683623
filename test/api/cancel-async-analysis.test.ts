import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelAsyncAnalysis } from '../../src/core/async-analyses/cancel.ts'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { subscribeToBatch } from '../../src/core/batches/subscribe.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'

const CREDITS = 1_000

/** No workers: the test asks each unit itself. */
let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

async function newMember(): Promise<AppCtx> {
  const { id } = await world.organization({ credits: CREDITS })
  return world.member(id)
}

async function inRest(key: string, path: string): Promise<object> {
  const response = await fetch(`${world.url}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
  return ((await response.json()) as { data: object }).data
}

function organizationIn({ actor }: AppCtx): string {
  return actor.type === 'member' ? actor.organizationId : ''
}

/** Starts an analysis of this many prompts and returns it with the ids of its units. */
async function begin(ctx: AppCtx, prompts: number) {
  const key: AppCtx = {
    ...ctx,
    actor: {
      type: 'key',
      keyId: newId(),
      organizationId: organizationIn(ctx),
      projectId: null,
      scopes: ['read', 'run', 'write'],
    },
  }
  const { analysis } = await startAsyncAnalysis({
    ctx: key,
    input: {
      prompts: Array.from({ length: prompts }, (_, n) => `Which tool is best, ${n}?`),
      brandName: 'Taskfern',
      replicates: 1,
      providers: ['chatgpt'],
      locations: ['US'],
    },
  })
  const units = await world.operator.db.prisma.result.findMany({ where: { batchId: analysis.id } })
  return { ...analysis, analysisId: analysis.analysisId ?? '', units: units.map(({ id }) => id) }
}

const askOne = (unitId = '') => askUnit({ ctx: world.operator, input: { unitId, tries: 1 } })

async function ledgerOf(ctx: AppCtx, batchId: string) {
  const { prisma } = world.operator.db
  const organizationId = organizationIn(ctx)
  const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const entries = await prisma.creditEntry.findMany({ where: { organizationId, cause: `batch:${batchId}` } })
  return { balance: creditBalance, entries: entries.map(({ kind, credits }) => `${kind} ${credits}`).sort() }
}

describe('cancelAsyncAnalysis', () => {
  it('keeps and charges the answers received so far, fails and refunds the other units, and is idempotent', async () => {
    const ctx = await newMember()
    const { id, analysisId, units } = await begin(ctx, 5)
    await dispatchBatch({ ctx, input: { batchId: id } })
    await askOne(units[0])
    await askOne(units[1])
    const ended = await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    expect(ended).toMatchObject({
      status: 'partially_completed',
      cancelled: true,
      progress: { total: 5, completed: 2, failed: 3 },
      credits: { reserved: 5, charged: 2, refunded: 3 },
      summary: { results: { total: 5, failed: 3 } },
    })
    const cancelled = await world.operator.db.prisma.result.findMany({
      where: { batchId: id, status: 'failed' },
    })
    expect(cancelled.map(({ error }) => error)).toEqual(
      Array.from({ length: 3 }, () => ({ code: 'CANCELLED', message: expect.any(String) })),
    )
    // A late answer and a second cancellation, by the id of the row, have no effect.
    await askOne(units[2])
    expect(await cancelAsyncAnalysis({ ctx, input: { analysisId: id } })).toEqual(ended)
    expect(await ledgerOf(ctx, id)).toEqual({
      balance: CREDITS - 2,
      entries: ['charge 2', 'refund 3', 'reserve 5'],
    })
  })

  it('ends a queued analysis as failed, with a full refund, a final event and one webhook', async () => {
    const ctx = await newMember()
    const { id, analysisId } = await begin(ctx, 3)
    await world.operator.db.prisma.batch.update({
      where: { id },
      data: { webhookUrl: 'https://hooks.example/' },
    })
    const seen: string[] = []
    const following = (async () => {
      for await (const { status } of subscribeToBatch(ctx, id)) seen.push(status)
    })()
    await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    await following
    expect(seen.at(-1)).toBe('failed')
    // A late dispatch has no effect.
    await dispatchBatch({ ctx, input: { batchId: id } })
    await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    const deliveries = await world.operator.db.prisma.webhookDelivery.findMany({ where: { batchId: id } })
    expect(deliveries.map(({ type }) => type)).toEqual(['async_analysis.failed'])
    expect(deliveries.map(({ payload }) => payload)).toMatchObject([
      { data: { status: 'failed', cancelled: true } },
    ])
    expect(await ledgerOf(ctx, id)).toEqual({
      balance: CREDITS,
      entries: ['charge 0', 'refund 3', 'reserve 3'],
    })
  })

  it('ends each unit once and balances the credits, whenever the cancellation happens', async () => {
    const ctx = await newMember()
    const UNITS = 12
    const ends = new Set<string>()
    let spent = 0
    for (let round = 0; round < 20; round += 1) {
      const { id, analysisId, units } = await begin(ctx, UNITS)
      // Cancels twice after some answers, while other answers are recorded and a late dispatch runs.
      let startCanceling = () => {}
      const cancelMoment = new Promise<void>((resolve) => {
        startCanceling = resolve
      })
      const after = round % (UNITS + 1)
      let settled = 0
      const waiting = [...units]
      const asker = async () => {
        for (let unit = waiting.shift(); unit; unit = waiting.shift()) {
          if (settled >= after) startCanceling()
          for (let turns = Math.random() * 20; turns > 0; turns -= 1) await new Promise(setImmediate)
          await askOne(unit)
          settled += 1
        }
        startCanceling()
      }
      const cancel = async () => {
        await cancelMoment
        for (let turns = Math.random() * 20; turns > 0; turns -= 1) await new Promise(setImmediate)
        await cancelAsyncAnalysis({ ctx, input: { analysisId } })
      }
      await Promise.all([
        ...[asker, asker, asker, cancel, cancel].map((work) => work()),
        dispatchBatch({ ctx, input: { batchId: id } }),
      ])
      const batch = await world.operator.db.prisma.batch.findUniqueOrThrow({
        where: { id },
        include: { results: { include: { answer: true } } },
      })
      const answered = batch.results.filter(({ status }) => status !== 'failed')
      expect(batch.results.filter(({ status }) => status === 'pending')).toEqual([])
      expect(answered.filter(({ answer }) => answer)).toHaveLength(answered.length)
      expect(batch.results.filter(({ answer }) => answer)).toHaveLength(answered.length)
      const { length } = answered
      expect(batch).toMatchObject({
        status: length === UNITS ? 'completed' : length === 0 ? 'failed' : 'partially_completed',
        completed: length,
        failed: UNITS - length,
        creditsCharged: length,
        creditsRefunded: UNITS - length,
      })
      ends.add(batch.status)
      spent += length
      expect((await ledgerOf(ctx, id)).balance).toBe(CREDITS - spent)
    }
    expect([...ends]).toContain('partially_completed')
  })

  it('accepts each form of the analysis id', async () => {
    const ctx = await newMember()
    const { key } = await world.organizationKey(organizationIn(ctx))
    const { analysisId } = await begin(ctx, 2)
    const { asyncAnalysis } = await ask(world, key, 'query($id: ID!) { asyncAnalysis(id: $id) { id } }', {
      id: analysisId,
    })
    for (const id of [analysisId, asyncAnalysis.id]) {
      const cancel =
        'mutation($id: ID!) { cancelAsyncAnalysis(input: { analysisId: $id }) { asyncAnalysis { status results { nodes { error { code } } } } } }'
      expect((await ask(world, key, cancel, { id })).cancelAsyncAnalysis.asyncAnalysis).toEqual({
        status: 'CANCELLED',
        results: { nodes: [{ error: { code: 'CANCELLED' } }, { error: { code: 'CANCELLED' } }] },
      })
    }
    expect(await inRest(key, `async-analysis/${analysisId}`)).toMatchObject({
      status: 'failed',
      cancelled: true,
    })
  })

  it('sets a status that analyses can be filtered by', async () => {
    const ctx = await newMember()
    const { key } = await world.organizationKey(organizationIn(ctx))
    const [cancelled, failed, queued] = [await begin(ctx, 1), await begin(ctx, 1), await begin(ctx, 1)]
    await cancelAsyncAnalysis({ ctx, input: { analysisId: cancelled.analysisId } })
    const { prisma } = world.operator.db
    const ended = { status: 'failed', failed: 1, finishedAt: new Date() } as const
    await prisma.batch.update({ where: { id: failed.id }, data: ended })
    const list = `query ($status: AnalysisStatus) { viewer { organization { asyncAnalyses(status: $status) {
      totalCount nodes { analysisId status } } } } }`
    for (const [status, { analysisId }] of [
      ['CANCELLED', cancelled],
      ['FAILED', failed],
      ['QUEUED', queued],
    ] as const) {
      const { viewer } = await ask(world, key, list, { status })
      expect(viewer.organization.asyncAnalyses).toEqual({ totalCount: 1, nodes: [{ analysisId, status }] })
    }
  })

  it('refuses an analysis of another tenant', async () => {
    const [ctx, stranger] = [await newMember(), await newMember()]
    const { id, analysisId } = await begin(ctx, 1)
    for (const name of [analysisId, id, newId(), 'nothing']) {
      await expect(cancelAsyncAnalysis({ ctx: stranger, input: { analysisId: name } })).rejects.toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
    }
    expect(await world.operator.db.prisma.batch.findUnique({ where: { id } })).toMatchObject({
      status: 'queued',
    })
  })
})
