import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelAsyncAnalysis } from '../../src/core/async-analyses/cancel.ts'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import { createWorld, type World } from '../world.ts'

const CREDITS = 1_000
/** Six replicates of each of the two questions. */
const RESERVED = 12

/** No workers: the test asks each unit itself. */
let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

/**
 * Starts an analysis of two prompts in rounds of two replicates, at most six. Its interval never becomes narrow
 * enough to stop earlier.
 */
async function startAnalysis() {
  const { id: organizationId } = await world.organization({ credits: CREDITS })
  const { id: projectId } = await world.project({ organizationId })
  const ctx = world.member(organizationId)
  const { analysis } = await startAsyncAnalysis({
    ctx,
    input: {
      projectId,
      prompts: ['Which tool is best?', 'Which tool is cheap?'],
      replicates: 2,
      stopWhen: { halfWidth: 0.001, atMost: 6 },
      providers: ['chatgpt'],
      locations: ['US'],
    },
  })
  await dispatchBatch({ ctx, input: { batchId: analysis.id } })
  return { ctx, organizationId, id: analysis.id, analysisId: analysis.analysisId ?? '' }
}

type StartedAnalysis = Awaited<ReturnType<typeof startAnalysis>>

async function pendingUnits({ id: batchId }: StartedAnalysis): Promise<string[]> {
  const units = await world.operator.db.prisma.result.findMany({ where: { batchId, status: 'pending' } })
  return units.map(({ id }) => id)
}

const askOne = (unitId = '') => askUnit({ ctx: world.operator, input: { unitId, tries: 1 } })

async function askRound(started: StartedAnalysis): Promise<void> {
  for (const unit of await pendingUnits(started)) await askOne(unit)
}

async function expectSettled({ organizationId, id }: StartedAnalysis, charged: number): Promise<void> {
  const { prisma } = world.operator.db
  const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const entries = await prisma.creditEntry.findMany({ where: { organizationId, cause: `batch:${id}` } })
  expect(creditBalance).toBe(CREDITS - charged)
  const refunded = RESERVED - charged
  expect(entries.map(({ kind, credits }) => `${kind} ${credits}`).sort()).toEqual([
    `charge ${charged}`,
    ...(refunded > 0 ? [`refund ${refunded}`] : []),
    `reserve ${RESERVED}`,
  ])
}

it('canceling in the second round keeps the answers, starts no third round and refunds the rest once', async () => {
  const started = await startAnalysis()
  const { ctx, analysisId } = started
  await askRound(started)
  const second = await pendingUnits(started)
  expect(second).toHaveLength(4)
  await askOne(second[0])
  const ended = await cancelAsyncAnalysis({ ctx, input: { analysisId } })
  expect(ended).toMatchObject({
    status: 'partially_completed',
    cancelled: true,
    progress: { total: 8, completed: 5, failed: 3 },
    rounds: { begun: 2, replicates: 4, halfWidth: expect.any(Number), stopped: 'cancelled' },
    credits: { reserved: RESERVED, charged: 5, refunded: 7 },
  })
  // A late answer.
  await askOne(second[1])
  expect(await cancelAsyncAnalysis({ ctx, input: { analysisId } })).toEqual(ended)
  expect(await pendingUnits(started)).toEqual([])
  await expectSettled(started, 5)
})

it('canceling ends an analysis after its worker died between two rounds, although no unit failed', async () => {
  const started = await startAnalysis()
  const { ctx, id, analysisId } = started
  await askRound(started)
  // Undoes the start of the second round.
  const { prisma } = world.operator.db
  await prisma.result.deleteMany({ where: { batchId: id, replicate: { gt: 2 } } })
  const rounds = { begun: 1, replicates: 2, halfWidth: null, stopped: null }
  await prisma.batch.update({ where: { id }, data: { total: 4, rounds } })
  expect(await cancelAsyncAnalysis({ ctx, input: { analysisId } })).toMatchObject({
    status: 'partially_completed',
    cancelled: true,
    progress: { total: 4, completed: 4, failed: 0 },
    rounds: { begun: 1, stopped: 'cancelled' },
  })
  await expectSettled(started, 4)
})

it('starts the next round only once when several processes finalize the previous round', async () => {
  const started = await startAnalysis()
  const units = await pendingUnits(started)
  for (const unit of units.slice(1)) await askOne(unit)
  await Promise.all([
    askOne(units[0]),
    ...Array.from({ length: 8 }, () => finalizeBatch(world.operator, started.id)),
  ])
  await Promise.all(Array.from({ length: 8 }, () => finalizeBatch(world.operator, started.id)))
  const results = await world.operator.db.prisma.result.findMany({
    where: { batchId: started.id },
    orderBy: { ordinal: 'asc' },
  })
  expect(results.map(({ promptOrdinal, replicate }) => [promptOrdinal, replicate])).toEqual(
    [0, 1].flatMap((prompt) => [1, 2, 3, 4].map((replicate) => [prompt, replicate])),
  )
  await cancelAsyncAnalysis({ ctx: started.ctx, input: { analysisId: started.analysisId } })
  await expectSettled(started, 4)
})

it('ends once and balances the credits, whenever the cancellation happens between or within rounds', async () => {
  const ends = new Set<number>()
  for (let after = 0; after <= RESERVED; after += 1) {
    const started = await startAnalysis()
    const { ctx, id, analysisId } = started
    let startCanceling = () => {}
    const cancelMoment = new Promise<void>((resolve) => {
      startCanceling = resolve
    })
    let settled = 0
    const ask = async () => {
      for (let units = await pendingUnits(started); units.length > 0; units = await pendingUnits(started)) {
        for (const unit of units) {
          if (settled >= after) startCanceling()
          await askOne(unit)
          settled += 1
        }
      }
      startCanceling()
    }
    const cancel = async () => {
      await cancelMoment
      for (let turns = Math.random() * 20; turns > 0; turns -= 1) await new Promise(setImmediate)
      await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    }
    await Promise.all([ask(), cancel(), cancel()])
    expect(await pendingUnits(started)).toEqual([])
    const batch = await world.operator.db.prisma.batch.findUniqueOrThrow({
      where: { id },
      include: { results: true },
    })
    const { completed, failed, total, results } = batch
    expect(batch.finishedAt).not.toBeNull()
    expect(results.filter(({ status }) => status !== 'failed')).toHaveLength(completed)
    expect([results.length, completed + failed]).toEqual([total, total])
    ends.add(total)
    await expectSettled(started, completed)
  }
  expect(ends.size).toBeGreaterThan(1)
})
