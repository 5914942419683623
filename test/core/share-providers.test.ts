import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { cancelBatch } from '../../src/core/batches/cancel.ts'
import { sweepBatches } from '../../src/core/batches/sweep.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { askQueue } from '../../src/core/foundation/jobs.ts'
import { startScheduledRun } from '../../src/core/runs/start-scheduled.ts'
import { eventually } from '../eventually.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { withoutQueue } from '../queued-jobs.ts'
import { batchEnded, createWorld, type World } from '../world.ts'

/** Number of questions that are asked at the same time. */
const CONCURRENCY = 10
/** Maximum number of questions in a queue, as documented in core/batches/fill-queue.ts: 500 of each kind. */
const QUEUE_LIMIT = 1_000
/** Milliseconds. */
const MINUTE = 60_000
const LOCATIONS = ['US', 'DE', 'GB', 'FR', 'ES', 'IT', 'NL', 'SE', 'JP', 'BR']

const backends = inject('redisUrl') ? (['postgres', 'redis'] as const) : (['postgres'] as const)

describe.each(backends)('with queues in %s', (backend) => {
  let model: HeldModel
  let world: World
  beforeAll(async () => {
    model = await startHeldModel()
    const provider = { ...model.provider, options: { concurrency: CONCURRENCY } }
    world = await createWorld({ redis: backend === 'redis', providers: [provider] })
  })
  beforeEach(() => {
    model.hold()
    model.asked.clear()
  })
  afterAll(async () => {
    model?.answer(1_000_000)
    await world?.close()
    model?.close()
  })

  /** Starts an analysis with `replicates` × 10 questions per prompt. */
  async function analyse(organizationId: string, prompts: string[], replicates: number) {
    const { analysis } = await startAsyncAnalysis({
      ctx: world.member(organizationId),
      input: { prompts, brandName: 'Acme', replicates, providers: ['held'], locations: LOCATIONS },
    })
    return analysis
  }

  /** Starts the weekly run of a new project with 100 questions per prompt. Returns its organization and the run. */
  async function startWeeklyRun(plan: 'free' | 'pro', prompts: string[]) {
    const { id: organizationId } = await world.organization({ plan, credits: 1_000 })
    const { id: projectId } = await world.project({ organizationId })
    const { prisma } = world.operator.db
    await prisma.project.update({ where: { id: projectId }, data: { replicates: 10 } })
    await prisma.prompt.createMany({
      data: prompts.map((text) => ({
        id: newId(),
        projectId,
        text,
        providers: ['held'],
        locations: LOCATIONS,
      })),
    })
    await prisma.schedule.create({ data: { projectId, nextRunAt: new Date(Date.now() - 1_000) } })
    await startScheduledRun({ ctx: world.operator, input: { projectId } })
    const { id } = await prisma.batch.findFirstOrThrow({ where: { projectId } })
    return { organizationId, id }
  }

  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, number) => `${name} ${number}?`)
  const askedFor = (name: string) =>
    [...model.asked].reduce((sum, [text, times]) => (text.includes(name) ? sum + times : sum), 0)
  const askedInTotal = () => askedFor('')

  /** Answers questions until `count` more have been asked. */
  async function answer(count: number) {
    const before = askedInTotal()
    model.answer(count)
    await eventually(() => expect(askedInTotal()).toBe(before + count))
  }

  /** Cancels batches, so that the next test starts without a backlog. */
  async function cancel(batches: { id: string }[]) {
    for (const { id } of batches) await cancelBatch(world.operator, id)
    model.answer(CONCURRENCY)
    await eventually(async () => expect(await waitingJobs()).toBe(0))
    await sweepBatches({ ctx: world.operator })
  }

  const waitingJobs = async () => {
    const counts = await world.operator.deps.queue.countWaiting(askQueue({ provider: 'held', account: null }))
    return Object.values(counts).reduce((sum, count) => sum + count, 0)
  }

  it('a short analysis is asked next, behind weekly runs and other analyses, also of the same organization', async () => {
    const weekly = await startWeeklyRun('pro', numbered('weekly', 6))
    await model.waiting(CONCURRENCY)
    const large = await analyse(weekly.organizationId, numbered('large', 8), 10)
    const { id: other } = await world.organization({ credits: 10 })
    await eventually(async () => expect(await waitingJobs()).toBeGreaterThan(500))
    const short = [
      await analyse(weekly.organizationId, ['urgent own?'], 1),
      await analyse(other, ['urgent other?'], 1),
    ]
    const { prisma } = world.operator.db
    await eventually(async () => {
      const running = {
        id: { in: short.map(({ id }) => id) },
        status: 'running',
        backlog: { none: {} },
      } as const
      expect(await prisma.batch.count({ where: running })).toBe(2)
    })
    // Only the first questions of the large analysis may go before, and those that are already being asked.
    await answer(20 + CONCURRENCY + 20)
    expect([askedFor('urgent own'), askedFor('urgent other')]).toEqual([10, 10])
    await cancel([weekly, large, ...short])
  })

  it('organizations share a provider in proportion to the weights of their plans', async () => {
    const free = await startWeeklyRun('free', numbered('of the free plan', 10))
    await model.waiting(CONCURRENCY)
    const paid = await startWeeklyRun('pro', numbered('of the paid plan', 15))
    await eventually(async () => expect(await world.operator.db.prisma.unitBacklog.count()).toBe(2))
    // The queue was already full when the second run started.
    await answer(500)
    const before = [askedFor('free plan'), askedFor('paid plan')] as const
    await answer(600)
    const ratio = (askedFor('paid plan') - before[1]) / (askedFor('free plan') - before[0])
    expect(ratio).toBeGreaterThan(2)
    expect(ratio).toBeLessThan(4)
    await cancel([free, paid])
  })

  it('the queue stays short behind any backlog, and what is lost with it is queued again', async () => {
    const runs = [
      await startWeeklyRun('pro', numbered('first', 6)),
      await startWeeklyRun('pro', numbered('second', 6)),
    ]
    await model.waiting(CONCURRENCY)
    await answer(300)
    expect(await waitingJobs()).toBeLessThanOrEqual(QUEUE_LIMIT)
    const { ctx, queued } = withoutQueue(world.operator)
    await sweepBatches({ ctx: { ...ctx, now: () => new Date(Date.now() + MINUTE) } })
    expect(queued.length).toBeLessThanOrEqual(QUEUE_LIMIT + CONCURRENCY)
    await world.application.queues.clear([askQueue({ provider: 'held', account: null })])
    // A minute later. The first sweep has also taken units from the backlog, and they were lost.
    await sweepBatches({ ctx: { ...world.operator, now: () => new Date(Date.now() + 2 * MINUTE) } })
    model.answer(100_000)
    const ended = await Promise.all(
      runs.map(({ id, organizationId }) => batchEnded(world.member(organizationId), id)),
    )
    expect(ended.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })
})
