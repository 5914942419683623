import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelAsyncAnalysis } from '../../src/core/async-analyses/cancel.ts'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import { createWorld, type World } from '../world.ts'

const CREDITS = 1_000
/** Six replicates of two questions. */
const RESERVED = 12

/** Without workers: the test asks each unit itself. */
let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

/** An analysis of two prompts in rounds of two replicates, six at most, that is never certain enough. */
async function begin() {
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

type Begun = Awaited<ReturnType<typeof begin>>

async function pendingUnits({ id: batchId }: Begun): Promise<string[]> {
  const units = await world.operator.db.prisma.result.findMany({ where: { batchId, status: 'pending' } })
  return units.map(({ id }) => id)
}

const askOne = (unitId = '') => askUnit({ ctx: world.operator, input: { unitId, tries: 1 } })

async function askRound(begun: Begun): Promise<void> {
  for (const unit of await pendingUnits(begun)) await askOne(unit)
}

async function expectSettled({ organizationId, id }: Begun, charged: number): Promise<void> {
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

it('cancelled in its second round, an analysis keeps what was answered, begins no third round and refunds the rest once', async () => {
  const begun = await begin()
  const { ctx, analysisId } = begun
  await askRound(begun)
  const second = await pendingUnits(begun)
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
  // An answer that arrives too late.
  await askOne(second[1])
  expect(await cancelAsyncAnalysis({ ctx, input: { analysisId } })).toEqual(ended)
  expect(await pendingUnits(begun)).toEqual([])
  await expectSettled(begun, 5)
})

it('cancelled after a round whose process died before it began the next one, an analysis ends although nothing failed', async () => {
  const begun = await begin()
  const { ctx, id, analysisId } = begun
  await askRound(begun)
  // As if the second round had not been begun.
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
  await expectSettled(begun, 4)
})

it('a round is begun once by all processes that find the one before it done', async () => {
  const begun = await begin()
  const units = await pendingUnits(begun)
  for (const unit of units.slice(1)) await askOne(unit)
  await Promise.all([
    askOne(units[0]),
    ...Array.from({ length: 8 }, () => finalizeBatch(world.operator, begun.id)),
  ])
  await Promise.all(Array.from({ length: 8 }, () => finalizeBatch(world.operator, begun.id)))
  const results = await world.operator.db.prisma.result.findMany({
    where: { batchId: begun.id },
    orderBy: { ordinal: 'asc' },
  })
  expect(results.map(({ promptOrdinal, replicate }) => [promptOrdinal, replicate])).toEqual(
    [0, 1].flatMap((prompt) => [1, 2, 3, 4].map((replicate) => [prompt, replicate])),
  )
  await cancelAsyncAnalysis({ ctx: begun.ctx, input: { analysisId: begun.analysisId } })
  await expectSettled(begun, 4)
})

it('ends once and balances credits exactly, whenever it is cancelled while rounds end and begin', async () => {
  const ends = new Set<number>()
  for (let after = 0; after <= RESERVED; after += 1) {
    const begun = await begin()
    const { ctx, id, analysisId } = begun
    let come = () => {}
    const moment = new Promise<void>((resolve) => {
      come = resolve
    })
    let settled = 0
    const ask = async () => {
      for (let units = await pendingUnits(begun); units.length > 0; units = await pendingUnits(begun)) {
        for (const unit of units) {
          if (settled >= after) come()
          await askOne(unit)
          settled += 1
        }
      }
      come()
    }
    const cancel = async () => {
      await moment
      for (let turns = Math.random() * 20; turns > 0; turns -= 1) await new Promise(setImmediate)
      await cancelAsyncAnalysis({ ctx, input: { analysisId } })
    }
    await Promise.all([ask(), cancel(), cancel()])
    expect(await pendingUnits(begun)).toEqual([])
    const batch = await world.operator.db.prisma.batch.findUniqueOrThrow({
      where: { id },
      include: { results: true },
    })
    const { completed, failed, total, results } = batch
    expect(batch.finishedAt).not.toBeNull()
    expect(results.filter(({ status }) => status !== 'failed')).toHaveLength(completed)
    expect([results.length, completed + failed]).toEqual([total, total])
    ends.add(total)
    await expectSettled(begun, completed)
  }
  expect(ends.size).toBeGreaterThan(1)
})
