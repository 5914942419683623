import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import { dispatchBatch } from '../../src/core/batches/dispatch.ts'
import { sweepBatches } from '../../src/core/batches/sweep.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { withoutQueue } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'

const MINUTE = 60_000
/** Longer than units wait for a worker that has their provider. */
const LONG = 12 * MINUTE

let world: World
beforeAll(async () => {
  const providers = [
    { id: 'kept', driver: 'simulated', aliases: ['renamed'] },
    { id: 'removed', driver: 'simulated' },
  ]
  // No workers: the test runs the sweeps of several processes itself, at simulated times.
  world = await createWorld({ providers, workers: false })
})
afterAll(() => world.close())
// Start without any registered worker.
beforeEach(() => prisma().providerWorker.deleteMany())

/** Starts and dispatches an analysis of one prompt with both providers; no unit has been asked yet. */
async function begin() {
  const { id: organizationId } = await world.organization({ credits: 10 })
  const { id: projectId } = await world.project({ organizationId })
  const { analysis } = await startAsyncAnalysis({
    ctx: world.member(organizationId),
    input: { projectId, prompt: 'Best?', replicates: 1, providers: ['kept', 'removed'], locations: ['US'] },
  })
  await dispatchBatch({ ctx: world.operator, input: { batchId: analysis.id } })
  return { id: analysis.id, organizationId }
}

const prisma = () => world.operator.db.prisma

async function unitsOf(batchId: string) {
  const units = await prisma().result.findMany({ where: { batchId }, orderBy: { ordinal: 'asc' } })
  return units.map(({ provider, status, error }) => ({ provider, status, error }))
}

async function ask(batchId: string, provider: string): Promise<void> {
  const { id } = await prisma().result.findFirstOrThrow({ where: { batchId, provider } })
  await askUnit({ ctx: world.operator, input: { unitId: id, tries: 1 } })
}

/** Returns the context of a worker process that does not have the provider `without` in its PROVIDERS_FILE. */
function workerWithout(without: string | null): AppCtx {
  const { deps, db } = world.operator
  const { providers } = deps
  const registry = providers.of(null)
  const reduced = {
    ...registry,
    list: () => registry.list().filter(({ id }) => id !== without),
    find: (token: string) => (token === without ? null : registry.find(token)),
    tokens: () => registry.tokens().filter((token) => token !== without),
  }
  const accounts = { ...providers, of: () => reduced, all: () => [reduced] }
  return { ...world.operator, deps: { ...deps, providers: accounts }, db: { ...db } }
}

/** Simulates a sweep per minute by each worker, between its `from` and `until`. */
async function sweepFor(duration: number, workers: { ctx: AppCtx; from?: number; until?: number }[]) {
  const start = Date.now()
  for (let minute = 0; minute <= duration; minute += MINUTE) {
    for (const { ctx, from = 0, until = duration } of workers) {
      if (minute < from || minute > until) continue
      await sweepBatches({ ctx: { ...ctx, now: () => new Date(start + minute) }, input: { idleFor: 0 } })
    }
  }
}

describe('units of a provider that was removed from PROVIDERS_FILE', () => {
  it('fail and are refunded, and the analysis ends with the answers of the other provider', async () => {
    const { id, organizationId } = await begin()
    await ask(id, 'kept')
    await sweepFor(LONG, [{ ctx: workerWithout('removed') }])
    expect(await unitsOf(id)).toEqual([
      { provider: 'kept', status: 'ok', error: null },
      {
        provider: 'removed',
        status: 'failed',
        error: { code: 'PROVIDER_UNAVAILABLE', message: 'The provider removed is no longer configured.' },
      },
    ])
    const batch = await prisma().batch.findUniqueOrThrow({ where: { id } })
    expect(batch).toMatchObject({ status: 'partially_completed', cancelled: false, creditsRefunded: 1 })
    const { creditBalance } = await prisma().organization.findUniqueOrThrow({ where: { id: organizationId } })
    expect(creditBalance).toBe(9)
  })

  it('stay pending while any worker still has the provider, and can be asked by that worker', async () => {
    const { id } = await begin()
    await sweepFor(LONG, [{ ctx: workerWithout('removed') }, { ctx: workerWithout(null) }])
    await ask(id, 'removed')
    await ask(id, 'kept')
    expect((await unitsOf(id)).map(({ status }) => status)).toEqual(['ok', 'ok'])
  })

  it.each([
    [9, 'pending'],
    [11, 'failed'],
  ])('%i minutes after the last worker with the provider stopped are %s', async (minutes, status) => {
    const { id } = await begin()
    const workers = [{ ctx: workerWithout('removed') }, { ctx: workerWithout(null), until: 5 * MINUTE }]
    await sweepFor((5 + minutes) * MINUTE, workers)
    expect((await unitsOf(id)).map((unit) => unit.status)).toEqual(['pending', status])
  })

  it('stay pending if all workers were stopped for a long time and the worker with the provider starts last', async () => {
    const { id } = await begin()
    await prisma().providerWorker.create({
      data: { provider: 'removed', seenAt: new Date(Date.now() - 60 * MINUTE) },
    })
    await sweepFor(9 * MINUTE, [
      { ctx: workerWithout('removed') },
      { ctx: workerWithout(null), from: 8 * MINUTE },
    ])
    expect((await unitsOf(id)).map(({ status }) => status)).toEqual(['pending', 'pending'])
  })
})

it('queues units of a renamed provider under its new id if the old id is an alias', async () => {
  const { id } = await begin()
  await prisma().result.updateMany({ where: { batchId: id }, data: { provider: 'renamed' } })
  const { ctx, queued } = withoutQueue({ ...world.operator, db: { ...world.operator.db } })
  await sweepFor(LONG, [{ ctx }])
  const batchJobs = queued.filter((job) => 'batchId' in job && job.batchId === id)
  expect(batchJobs[0]).toMatchObject({ name: 'ask', provider: 'kept' })
  expect((await unitsOf(id)).map(({ status }) => status)).toEqual(['pending', 'pending'])
})
