import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelAsyncAnalysis } from '../../src/core/async-analyses/cancel.ts'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { watchBatch } from '../../src/core/batches/watch.ts'
import type { Ctx } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import { cancelRun } from '../../src/core/runs/cancel.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { transaction } from '../../src/core/transaction.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'

const CREDITS = 1_000

/** Without workers: the test asks each unit itself. */
let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

async function newMember(): Promise<Ctx> {
  const { id } = await world.organization({ credits: CREDITS })
  return {
    ...world.operator,
    actor: { type: 'member', userId: newId(), organizationId: id, role: 'admin' },
  }
}

function organizationIn({ actor }: Ctx): string {
  return actor.type === 'member' ? actor.organizationId : ''
}

/** An analysis of some prompts, and the ids of its units. */
async function begin(ctx: Ctx, prompts: number) {
  const key: Ctx = {
    ...ctx,
    actor: {
      type: 'key',
      keyId: newId(),
      organizationId: organizationIn(ctx),
      projectId: null,
      admin: false,
    },
  }
  const analysis = await startAsyncAnalysis({
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

async function ledgerOf(ctx: Ctx, batchId: string) {
  const { prisma } = world.operator.db
  const organizationId = organizationIn(ctx)
  const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const entries = await prisma.creditEntry.findMany({ where: { organizationId, cause: `batch:${batchId}` } })
  return { balance: creditBalance, entries: entries.map(({ kind, credits }) => `${kind} ${credits}`).sort() }
}

describe('cancelAsyncAnalysis', () => {
  it('keeps and charges what was answered, fails and refunds the rest once, and changes nothing when asked again', async () => {
    const ctx = await newMember()
    const { id, analysisId, units } = await begin(ctx, 5)
    await dispatchBatch({ ctx, input: { batchId: id } })
    await askOne(units[0])
    await askOne(units[1])
    const ended = await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    expect(ended).toMatchObject({
      status: 'partially_completed',
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
    // An answer that comes too late, by the row's own id, and the same again.
    await askOne(units[2])
    expect(await cancelAsyncAnalysis({ ctx, input: { analysisId: id } })).toEqual(ended)
    expect(await ledgerOf(ctx, id)).toEqual({
      balance: CREDITS - 2,
      entries: ['charge 2', 'refund 3', 'reserve 5'],
    })
  })

  it('ends one that was not begun as failed, with everything refunded, its watchers told and its webhook sent once', async () => {
    const ctx = await newMember()
    const { id, analysisId } = await begin(ctx, 3)
    await world.operator.db.prisma.batch.update({
      where: { id },
      data: { webhookUrl: 'https://hooks.example/' },
    })
    const seen: string[] = []
    const watching = (async () => {
      for await (const { status } of watchBatch(ctx, id)) seen.push(status)
    })()
    await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    await watching
    expect(seen.at(-1)).toBe('failed')
    // The dispatch that was under way finds nothing to do.
    await dispatchBatch({ ctx, input: { batchId: id } })
    await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    const deliveries = await world.operator.db.prisma.webhookDelivery.findMany({ where: { batchId: id } })
    expect(deliveries.map(({ type }) => type)).toEqual(['async_analysis.failed'])
    expect(await ledgerOf(ctx, id)).toEqual({
      balance: CREDITS,
      entries: ['charge 0', 'refund 3', 'reserve 3'],
    })
  })

  it('whenever it comes between answers: each unit ends once, and credits balance exactly', async () => {
    const ctx = await newMember()
    const UNITS = 12
    const ends = new Set<string>()
    let spent = 0
    for (let round = 0; round < 20; round += 1) {
      const { id, analysisId, units } = await begin(ctx, UNITS)
      // Comes after some answers, while others are being recorded; twice, and beside a late dispatch.
      let come = () => {}
      const moment = new Promise<void>((resolve) => {
        come = resolve
      })
      const after = round % (UNITS + 1)
      let settled = 0
      const waiting = [...units]
      const asker = async () => {
        for (let unit = waiting.shift(); unit; unit = waiting.shift()) {
          if (settled >= after) come()
          for (let turns = Math.random() * 20; turns > 0; turns -= 1) await new Promise(setImmediate)
          await askOne(unit)
          settled += 1
        }
        come()
      }
      const cancel = async () => {
        await moment
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

  it('is a mutation that takes the id in each of its forms', async () => {
    const ctx = await newMember()
    const { key } = await world.organizationKey(organizationIn(ctx))
    const { analysisId } = await begin(ctx, 2)
    const { asyncAnalysis } = await ask(world, key, 'query($id: ID!) { asyncAnalysis(id: $id) { id } }', {
      id: analysisId,
    })
    for (const id of [analysisId, asyncAnalysis.id]) {
      const cancel =
        'mutation($id: ID!) { cancelAsyncAnalysis(input: { id: $id }) { asyncAnalysis { status results { nodes { error { code } } } } } }'
      expect((await ask(world, key, cancel, { id })).cancelAsyncAnalysis.asyncAnalysis).toEqual({
        status: 'FAILED',
        results: { nodes: [{ error: { code: 'CANCELLED' } }, { error: { code: 'CANCELLED' } }] },
      })
    }
  })

  it('is not for another tenant', async () => {
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

describe('cancelRun', () => {
  it('ends a run with what it has, as a point of the trends; not for another tenant', async () => {
    const ctx = await newMember()
    const { prisma } = world.operator.db
    const project = await world.project({ organizationId: organizationIn(ctx) })
    await prisma.prompt.createMany({
      data: ['What is best?', 'What is worst?'].map((text) => ({
        id: newId(),
        projectId: project.id,
        text,
        providers: ['chatgpt'],
        locations: ['US'],
      })),
    })
    const run = await transaction(ctx, (tx) => startRun(tx, { projectId: project.id, trigger: 'schedule' }))
    const [unit] = await prisma.result.findMany({ where: { batchId: run.id } })
    await askOne(unit?.id)
    const stranger = cancelRun({ ctx: await newMember(), input: { runId: run.id } })
    await expect(stranger).rejects.toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    const ended = await cancelRun({ ctx, input: { runId: run.id } })
    expect(ended).toMatchObject({
      status: 'partially_completed',
      progress: { total: 2, completed: 1, failed: 1 },
      credits: { reserved: 0, charged: 0, refunded: 0 },
    })
    const { key } = await world.projectKey(project.id)
    const cancel =
      'mutation($id: ID!) { cancelRun(input: { id: $id }) { run { status progress { failed } } } }'
    expect((await ask(world, key, cancel, { id: run.id })).cancelRun.run).toEqual({
      status: 'PARTIALLY_COMPLETED',
      progress: { failed: 1 },
    })
    expect(await prisma.batchMetric.count({ where: { batchId: run.id } })).toBeGreaterThan(0)
  })
})
